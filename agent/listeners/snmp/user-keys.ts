import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SnmpUser } from '../../../shared/agent-protocol/snmp-users.ts'

/** Hashes of the authentication protocols, and the bytes of a digest in a message (RFC 3414; RFC 7860, section 4). */
const authProtocols = {
  md5: { hash: 'md5', digestBytes: 12 },
  sha1: { hash: 'sha1', digestBytes: 12 },
  sha224: { hash: 'sha224', digestBytes: 16 },
  sha256: { hash: 'sha256', digestBytes: 24 },
  sha384: { hash: 'sha384', digestBytes: 32 },
  sha512: { hash: 'sha512', digestBytes: 48 },
} as const

/**
 * Privacy protocols (RFC 3414, section 8; RFC 3826). Long keys are extended as in draft-blumenthal-aes-usm-04; `cisco`: as
 * in draft-reeder-snmpv3-usm-3desede-00.
 */
const privProtocols = {
  des: { cipher: 'des', keyBytes: 16, isCisco: false },
  aes128: { cipher: 'aes-128-cfb', keyBytes: 16, isCisco: false },
  aes192: { cipher: 'aes-192-cfb', keyBytes: 24, isCisco: false },
  aes256: { cipher: 'aes-256-cfb', keyBytes: 32, isCisco: false },
  aes192_cisco: { cipher: 'aes-192-cfb', keyBytes: 24, isCisco: true },
  aes256_cisco: { cipher: 'aes-256-cfb', keyBytes: 32, isCisco: true },
} as const

/** The engine that is authoritative for a message, with its clock in the message. */
export interface EngineTime {
  engineId: Buffer
  boots: number
  time: number
}

/** The keys of a user that authenticates its messages. */
export interface UserKeys {
  digestBytes: number
  digest(engineId: Buffer, message: Buffer): Buffer
  isDigest(engineId: Buffer, message: Buffer, digest: Buffer): boolean
  /** Absent at the level `authNoPriv`. @throws Error for bytes that were not encrypted with this cipher */
  encrypt?(engine: EngineTime, salt: Buffer, plain: Buffer): Buffer
  decrypt?(engine: EngineTime, salt: Buffer, encrypted: Buffer): Buffer
}

/** Localised keys for privacy that are kept for a user. */
const maxKeptKeys = 1_000

/** Derives the keys of a user, which takes milliseconds. Returns null for the level `noAuthNoPriv`. */
export function deriveUserKeys(user: SnmpUser): UserKeys | null {
  const {
    level,
    auth_protocol: auth,
    auth_password: authPassword,
    priv_protocol: priv,
    priv_password: privPassword,
  } = user
  if (level === 'noAuthNoPriv' || !auth || authPassword === undefined) return null
  const { hash, digestBytes } = authProtocols[auth]
  const authKey = expandSecret(hash, Buffer.from(authPassword))
  const digest = (engineId: Buffer, message: Buffer) =>
    createHmac(hash, localize(hash, authKey, engineId))
      .update(message)
      .digest()
      .subarray(0, digestBytes)
  const keys: UserKeys = {
    digestBytes,
    digest,
    isDigest: (engineId, message, given) =>
      given.length === digestBytes && timingSafeEqual(given, digest(engineId, message)),
  }
  if (level !== 'authPriv' || !priv || privPassword === undefined) return keys
  const { cipher, keyBytes, isCisco } = privProtocols[priv]
  const privKey = expandSecret(hash, Buffer.from(privPassword))
  const kept = new Map<string, Buffer>()
  const keyFor = (engineId: Buffer) => {
    const id = engineId.toString('latin1')
    const known = kept.get(id)
    if (known) return known
    const key = extend(hash, localize(hash, privKey, engineId), { engineId, keyBytes, isCisco })
    if (kept.size >= maxKeptKeys) kept.clear()
    kept.set(id, key)
    return key
  }
  return {
    ...keys,
    encrypt: (engine, salt, plain) => encrypt(cipher, keyFor(engine.engineId), engine, salt, plain),
    decrypt: (engine, salt, encrypted) => decrypt(cipher, keyFor(engine.engineId), engine, salt, encrypted),
  }
}

/** RFC 3414, appendix A.2: the hash of 1 MiB of the repeated secret. */
function expandSecret(hash: string, secret: Buffer): Buffer {
  return createHash(hash).update(Buffer.alloc(1_048_576, secret)).digest()
}

/** RFC 3414, section 2.6. */
function localize(hash: string, key: Buffer, engineId: Buffer): Buffer {
  return createHash(hash).update(key).update(engineId).update(key).digest()
}

function extend(
  hash: string,
  localized: Buffer,
  { engineId, keyBytes, isCisco }: { engineId: Buffer; keyBytes: number; isCisco: boolean },
): Buffer {
  let key = localized
  let last = localized
  while (key.length < keyBytes) {
    last = isCisco ? localize(hash, expandSecret(hash, last), engineId) : createHash(hash).update(key).digest()
    key = Buffer.concat([key, last])
  }
  return key.subarray(0, keyBytes)
}

type Cipher = (typeof privProtocols)[keyof typeof privProtocols]['cipher']

function encrypt(cipher: Cipher, key: Buffer, engine: EngineTime, salt: Buffer, plain: Buffer): Buffer {
  if (cipher !== 'des') {
    const coder = createCipheriv(cipher, key, aesVector(engine, salt))
    return Buffer.concat([coder.update(plain), coder.final()])
  }
  const padded = Buffer.concat([plain, Buffer.alloc((8 - (plain.length % 8)) % 8)])
  const coder = createCipheriv(tripleDes, repeatDesKey(key), desVector(key, salt)).setAutoPadding(false)
  return Buffer.concat([coder.update(padded), coder.final()])
}

function decrypt(cipher: Cipher, key: Buffer, engine: EngineTime, salt: Buffer, encrypted: Buffer): Buffer {
  const decoder =
    cipher === 'des'
      ? createDecipheriv(tripleDes, repeatDesKey(key), desVector(key, salt)).setAutoPadding(false)
      : createDecipheriv(cipher, key, aesVector(engine, salt))
  return Buffer.concat([decoder.update(encrypted), decoder.final()])
}

/** OpenSSL has DES only in its legacy provider. Triple DES with three equal keys is the same cipher. */
const tripleDes = 'des-ede3-cbc'

function repeatDesKey(key: Buffer): Buffer {
  const desKey = key.subarray(0, 8)
  return Buffer.concat([desKey, desKey, desKey])
}

/** RFC 3414, section 8.1.1.1. */
function desVector(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(key.subarray(8, 16).map((byte, at) => byte ^ (salt[at] ?? 0)))
}

/** RFC 3826, section 3.1.2.1. */
function aesVector({ boots, time }: EngineTime, salt: Buffer): Buffer {
  const vector = Buffer.alloc(16)
  vector.writeUInt32BE(boots, 0)
  vector.writeUInt32BE(time, 4)
  salt.copy(vector, 8, 0, 8)
  return vector
}
