/** A pair of Ed25519 keys in the formats of OpenSSH. */
export interface KeyPair {
  privateKey: string
  publicKey: string
}

const algorithm = 'ssh-ed25519'
const encoder = new TextEncoder()

/** Creates a key pair without a passphrase. Browsers allow it only over HTTPS and on the same computer. */
export async function generateKeyPair(comment: string): Promise<KeyPair> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const publicBytes = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  // ssh2 1.17 cannot read a public key that begins with zero.
  if (publicBytes[0] === 0) return generateKeyPair(comment)
  const seed = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey)).slice(-32)
  const publicBlob = join(field(encoder.encode(algorithm)), field(publicBytes))
  const lines = base64(privateFile(publicBlob, publicBytes, seed, comment)).match(/.{1,70}/g) ?? []
  return {
    privateKey: ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n'),
    publicKey: `${algorithm} ${base64(publicBlob)} ${comment}`.trim(),
  }
}

/** The content of a private key file: https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.key */
function privateFile(publicBlob: Uint8Array, publicBytes: Uint8Array, seed: Uint8Array, comment: string): Uint8Array {
  const check = crypto.getRandomValues(new Uint8Array(4))
  const secret = join(check, check, publicBlob, field(join(seed, publicBytes)), field(encoder.encode(comment)))
  const padding = Uint8Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, at) => at + 1)
  const none = field(encoder.encode('none'))
  return join(
    encoder.encode('openssh-key-v1\0'),
    none,
    none,
    field(new Uint8Array()),
    uint32(1),
    field(publicBlob),
    field(join(secret, padding)),
  )
}

function field(bytes: Uint8Array): Uint8Array {
  return join(uint32(bytes.length), bytes)
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

function join(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
