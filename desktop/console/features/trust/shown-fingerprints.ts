import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * Returns the fingerprints in text copied from a device: literal ones, and those of the keys and certificates in it. A
 * truncated key has none.
 * @returns in the API's format: `SHA256:…` as in OpenSSH, hex pairs for certificates
 */
export function fingerprintsIn(text: string): string[] {
  const found = [...saidInBase64(text), ...saidInHex(text), ...ofKeys(text), ...ofCertificates(text)]
  return [...new Set(found)]
}

/** Returns whether the copied text contains this fingerprint; undefined if it contains none. */
export function isShownIn(text: string, fingerprint: string): boolean | undefined {
  const found = fingerprintsIn(text)
  return found.length === 0 ? undefined : found.includes(fingerprint)
}

/** 32 bytes are 43 digits. Some programs omit the padding and the name of the hash. */
function saidInBase64(text: string): string[] {
  const said = text.matchAll(/(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{43})=?(?![A-Za-z0-9+/=])/g)
  return [...said].map(([, digits]) => `SHA256:${digits}`)
}

/** In pairs, or in longer groups as Cisco prints them. */
function saidInHex(text: string): string[] {
  const said = text.matchAll(/(?<![0-9a-f])(?:(?:[0-9a-f]{2}[:\- ]?){31}[0-9a-f]{2})(?![0-9a-f])/gi)
  return [...said].map(([digits]) => asPairs(digits.replace(/[^0-9a-f]/gi, '')))
}

/** Number of fields of a key after its type (RFC 4253 §6.6, RFC 5656 §3.1, RFC 8709 §4). */
const fieldsOf = { 'ssh-rsa': 3, 'ssh-dss': 5, 'ssh-ed25519': 2, ecdsa: 3 } as const

/** Longer than any key, in digits. */
const longestKey = 4_000

function ofKeys(text: string): string[] {
  const keys = text.matchAll(/(ssh-rsa|ssh-dss|ssh-ed25519|ecdsa)[\w-]*\s+(?=AAAA)/g)
  return [...keys].flatMap(({ index, 0: lead, 1: type }) => {
    const rest = text.slice(index + lead.length, index + lead.length + longestKey)
    const [digits = ''] = /^[A-Za-z0-9+/=\s]+/.exec(rest) ?? []
    const key = keyIn(bytesOf(digits), fieldsOf[type as keyof typeof fieldsOf])
    return key ? [`SHA256:${base64Of(sha256(key)).replace(/=+$/, '')}`] : []
  })
}

/** Text after the key, such as a comment, is read as digits too; the key's own fields determine its end. */
function keyIn(bytes: Uint8Array<ArrayBuffer>, fields: number): Uint8Array | undefined {
  const view = new DataView(bytes.buffer)
  let end = 0
  for (let field = 0; field < fields; field += 1) {
    if (end + 4 > bytes.length) return undefined
    end += 4 + view.getUint32(end)
  }
  return end <= bytes.length ? bytes.subarray(0, end) : undefined
}

function ofCertificates(text: string): string[] {
  const certificates = text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g)
  return [...certificates].map(([, digits = '']) => asPairs(bytesToHex(sha256(bytesOf(digits)))))
}

function asPairs(hex: string): string {
  return (hex.toUpperCase().match(/../g) ?? []).join(':')
}

function bytesOf(digits: string): Uint8Array<ArrayBuffer> {
  const plain = digits.replace(/[\s=]/g, '')
  const text = atob(plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0)))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
