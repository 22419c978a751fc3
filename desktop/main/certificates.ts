import { X509Certificate } from 'node:crypto'
import type { Request } from 'electron'
import type { CertificateTrouble, SavedConnection } from '../bridge.ts'

/** The certificate of a service and the system's result: `OK` or the error's name. */
export type PresentedCertificate = Pick<Request, 'hostname' | 'verificationResult'> & { certificate: { data: string } }

/**
 * Decides whether to accept a certificate for a connection: the system accepts it (`verificationResult`), or it is the
 * one that the user pinned. Otherwise it describes what is wrong.
 */
export function checkCertificate(
  connection: SavedConnection,
  request: PresentedCertificate,
  now: Date,
): { trusted: true } | { trusted: false; trouble: CertificateTrouble } {
  const error = request.verificationResult
  if (error === 'net::OK' || error === 'OK') return { trusted: true }
  const certificate = new X509Certificate(request.certificate.data)
  const fingerprint = certificate.fingerprint256
  const isRevoked = error.includes('REVOKED')
  if (connection.pinned === fingerprint && !isRevoked) return { trusted: true }
  const trouble = {
    connectionId: connection.id,
    host: request.hostname,
    problem: problemOf(error),
    error,
    subject: nameIn(certificate.subject),
    issuer: nameIn(certificate.issuer),
    validFrom: certificate.validFromDate.toISOString(),
    validTo: certificate.validToDate.toISOString(),
    fingerprint,
    pinnedBefore: connection.pinned,
    mayPin: !isRevoked,
  }
  const isEarly = trouble.problem === 'expired' && certificate.validFromDate.getTime() > now.getTime()
  return { trusted: false, trouble: isEarly ? { ...trouble, problem: 'not-yet-valid' } : trouble }
}

/** Maps Chromium's error names: net/base/net_error_list.h. */
function problemOf(error: string): CertificateTrouble['problem'] {
  if (error.includes('AUTHORITY_INVALID')) return 'unknown-issuer'
  if (error.includes('COMMON_NAME_INVALID')) return 'wrong-name'
  if (error.includes('DATE_INVALID')) return 'expired'
  if (error.includes('REVOKED')) return 'revoked'
  if (error.includes('WEAK')) return 'weak'
  return 'other'
}

/** Returns `CN=…` of a printed distinguished name, or all of it. */
function nameIn(distinguished: string | undefined): string {
  const lines = (distinguished ?? '').split('\n').filter(Boolean)
  const common = lines.find((line) => line.startsWith('CN='))?.slice(3)
  const organisation = lines.find((line) => line.startsWith('O='))?.slice(2)
  if (common) return organisation && organisation !== common ? `${common}, ${organisation}` : common
  return lines.join(', ')
}
