import { X509Certificate } from 'node:crypto'

const minBits = 2048

/**
 * Returns a certificate as PEM. Accepts PEM, or the base64 of metadata. Null for anything else, and for keys that are not
 * RSA with at least 2048 bits.
 */
export function normaliseCertificate(text: string): string | null {
  try {
    const isPem = text.includes('-----BEGIN CERTIFICATE-----')
    const certificate = new X509Certificate(isPem ? text : Buffer.from(text.replace(/\s+/g, ''), 'base64'))
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
    if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < minBits) return null
    return certificate.toString()
  } catch {
    return null
  }
}

/** Returns the certificates that are valid now. */
export function validCertificates(certificates: readonly string[], now: Date): string[] {
  return certificates.filter((pem) => {
    const { validFromDate, validToDate } = new X509Certificate(pem)
    return validFromDate <= now && now < validToDate
  })
}

/** Returns how many certificates are valid now, and when the last of these expires; null if none is valid. */
export function readValidity(certificates: readonly string[], now: Date): { valid: number; endsAt: Date | null } {
  const ends = validCertificates(certificates, now).map((pem) => new X509Certificate(pem).validToDate.getTime())
  return { valid: ends.length, endsAt: ends.length > 0 ? new Date(Math.max(...ends)) : null }
}
