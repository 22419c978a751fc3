import { X509Certificate, createPrivateKey } from 'node:crypto'
import fs from 'node:fs'
import tls from 'node:tls'
import type { TlsFiles } from './settings.ts'
import { StartupError } from './store/startup-error.ts'

/** The service's certificate chain and key, as its files contain them. */
export interface TlsIdentity {
  /** PEM: the service's certificate, then its intermediate certificates. */
  cert: string
  key: string
  notAfter: Date
  /** Names in the certificate, for log lines and messages. */
  names: string
}

/**
 * Reads the certificate and the private key, and checks that they match.
 * @throws StartupError, without any part of the key
 */
export function readTlsIdentity({ certFile, keyFile }: TlsFiles): TlsIdentity {
  const cert = readPem(certFile)
  const key = readPem(keyFile)
  const certificate = attempt(
    () => new X509Certificate(cert),
    (cause) => new StartupError('tls_certificate_invalid', { file: certFile }, { cause }),
  )
  if (/ENCRYPTED/.test(key)) throw new StartupError('tls_key_encrypted', { file: keyFile })
  const privateKey = attempt(
    () => createPrivateKey(key),
    (cause) => new StartupError('tls_key_invalid', { file: keyFile }, { cause }),
  )
  const files = { certificate_file: certFile, key_file: keyFile }
  if (!certificate.checkPrivateKey(privateKey)) throw new StartupError('tls_files_mismatch', files)
  const why = (error: unknown) => (error instanceof Error ? error.message : String(error))
  attempt(
    () => tls.createSecureContext({ cert, key }),
    (cause) => new StartupError('tls_files_unusable', { ...files, reason: why(cause) }, { cause }),
  )
  return {
    cert,
    key,
    notAfter: certificate.validToDate,
    names: certificate.subjectAltName ?? certificate.subject.replaceAll('\n', ', '),
  }
}

function readPem(file: string): string {
  return attempt(
    () => fs.readFileSync(file, 'utf8'),
    (cause) => {
      const reason = (cause as NodeJS.ErrnoException).code ?? ''
      return new StartupError('tls_file_unreadable', { file, reason }, { cause })
    },
  )
}

function attempt<T>(work: () => T, asStartupError: (cause: unknown) => StartupError): T {
  try {
    return work()
  } catch (error) {
    throw asStartupError(error)
  }
}
