import { randomBytes } from 'node:crypto'
import { makeRepositoryKeys } from '../../shared/repository/seal.ts'
import { type MasterKey, WrongMasterKey, unwrap, wrap } from './master-key.ts'

/** The unwrapped keys of one tenant. */
export interface TenantKeys {
  tenantId: string
  /** AES-256-GCM key for database fields that may quote a configuration or are secret. */
  dataKey: Buffer
  repositoryPublicKey: Buffer
  /** X25519 key that decrypts the content keys of packs. Agents have only the public half. */
  repositoryPrivateKey: Buffer
  /** HMAC-SHA256 key that names chunks and fingerprints content. */
  chunkIdKey: Buffer
}

/** Generates keys for a new tenant. */
export async function makeTenantKeys(tenantId: string): Promise<TenantKeys> {
  const { publicKey, privateKey } = await makeRepositoryKeys()
  return {
    tenantId,
    dataKey: randomBytes(32),
    repositoryPublicKey: publicKey,
    repositoryPrivateKey: privateKey,
    chunkIdKey: randomBytes(32),
  }
}

/** Returns the bundle for database and store: all keys, wrapped with the master key and bound to the tenant. */
export function wrapTenantKeys(masterKey: MasterKey, keys: TenantKeys, generation: number): Buffer {
  const plain = Buffer.concat([keys.dataKey, keys.repositoryPublicKey, keys.repositoryPrivateKey, keys.chunkIdKey])
  const wrapped = wrap(masterKey, purpose(keys.tenantId), plain)
  plain.fill(0)
  return Buffer.concat([generationHeader(generation), wrapped])
}

/** @throws WrongMasterKey if the bundle belongs to another installation or tenant, or is damaged */
export function unwrapTenantKeys(masterKey: MasterKey, tenantId: string, bundle: Buffer): TenantKeys {
  const plain = unwrap(masterKey, purpose(tenantId), bundle.subarray(4))
  return {
    tenantId,
    dataKey: plain.subarray(0, 32),
    repositoryPublicKey: plain.subarray(32, 64),
    repositoryPrivateKey: plain.subarray(64, 96),
    chunkIdKey: plain.subarray(96, 128),
  }
}

/** @returns null where `unwrapTenantKeys` throws WrongMasterKey */
export function tryUnwrap(masterKey: MasterKey, tenantId: string, bundle: Buffer): TenantKeys | null {
  try {
    return unwrapTenantKeys(masterKey, tenantId, bundle)
  } catch (error) {
    if (error instanceof WrongMasterKey) return null
    throw error
  }
}

/** Returns the object name `{prefix}/keys/{generation}`. */
export function bundleKey(prefix: string, generation: number): string {
  return `${prefix}/keys/${generation}`
}

function purpose(tenantId: string): string {
  return `the keys of customer ${tenantId}`
}

function generationHeader(generation: number): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt32BE(generation)
  return header
}
