import { X509Certificate, createPrivateKey } from 'node:crypto'
import fs from 'node:fs'
import tls from 'node:tls'
import type { TlsFiles } from '../settings.ts'

/** What the service shows to whoever connects, as its files hold it. */
export interface TlsIdentity {
  /** PEM: the service's certificate first, then those that lead to its authority. */
  cert: string
  key: string
  notAfter: Date
  /** Whom it is for, in words. */
  names: string
}

/**
 * Reads certificate and private key, and makes sure that they can be used together.
 * @throws Error in one line for the person who put the files there; it quotes nothing of the key
 */
export function readTlsIdentity({ certFile, keyFile }: TlsFiles): TlsIdentity {
  const cert = readPem(certFile)
  const key = readPem(keyFile)
  const certificate = attempt(() => new X509Certificate(cert), `${certFile} is not a certificate in PEM`)
  if (/ENCRYPTED/.test(key)) throw new Error(`${keyFile} is locked with a passphrase: give the key without one`)
  const privateKey = attempt(() => createPrivateKey(key), `${keyFile} is not a private key in PEM`)
  if (!certificate.checkPrivateKey(privateKey)) throw new Error(`${keyFile} is not the key of ${certFile}`)
  const why = (error: unknown) => (error instanceof Error ? error.message : String(error))
  attempt(
    () => tls.createSecureContext({ cert, key }),
    (error) => `${certFile} and ${keyFile} cannot be used: ${why(error)}`,
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
    (error) => `${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
  )
}

function attempt<T>(work: () => T, message: string | ((error: unknown) => string)): T {
  try {
    return work()
  } catch (error) {
    throw new Error(typeof message === 'string' ? message : message(error), { cause: error })
  }
}
