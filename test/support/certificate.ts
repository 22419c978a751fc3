import { createHash, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'

export type TestCertificate = ReturnType<typeof makeCertificate>

/**
 * Creates a self-signed certificate, as devices have them from the factory (RFC 5280 §4.1, DER encoded here).
 * @param hosts IP addresses and names for which it is valid
 * @param rsaBits a key of RSA with this size; default: one of the curve P-256
 */
export function makeCertificate({
  hosts = ['127.0.0.1'],
  notBefore = new Date(0),
  notAfter = new Date(Date.UTC(2049, 0)),
  rsaBits = 0,
} = {}) {
  const { publicKey, privateKey } =
    rsaBits > 0
      ? generateKeyPairSync('rsa', { modulusLength: rsaBits })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from('test device')))))
  const algorithm =
    rsaBits > 0 ? sequence(oid('2a864886f70d01010b'), tlv(0x05, Buffer.alloc(0))) : sequence(oid('2a8648ce3d040302'))
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1, ...createHash('sha256').update(spki(publicKey)).digest().subarray(0, 7)])),
    algorithm,
    name,
    sequence(utcTime(notBefore), utcTime(notAfter)),
    name,
    spki(publicKey),
    tlv(0xa3, sequence(sequence(oid('551d11'), tlv(0x04, sequence(...hosts.map(generalName)))))),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const parsed = new X509Certificate(certificate)
  return {
    /** PEM. */
    cert: parsed.toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    /** SHA-256 in hex pairs. */
    fingerprint: parsed.fingerprint256,
  }
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

function generalName(host: string): Buffer {
  const address = host.split('.').map(Number)
  if (address.every(Number.isInteger)) return tlv(0x87, Buffer.from(address))
  if (host === '::1') return tlv(0x87, Buffer.from([...new Array<number>(15).fill(0), 1]))
  return tlv(0x82, Buffer.from(host))
}

function utcTime(at: Date): Buffer {
  const digits = at.toISOString().replace(/\D/g, '').slice(2, 14)
  return tlv(0x17, Buffer.from(`${digits}Z`))
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'))
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts))
}

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
