import { randomBytes } from 'node:crypto'
import { makeRepositoryKeys } from '../../shared/repository/seal.ts'
import { type MasterKey, WrongMasterKey, unwrap, wrap } from './master-key.ts'

/** The keys of one customer, open. */
export interface TenantKeys {
  tenantId: string
  /** AES-256-GCM, for what the database keeps that may quote a configuration or is a secret. */
  dataKey: Buffer
  repositoryPublicKey: Buffer
  /** X25519: opens the content keys of packs. Agents hold the public half only. */
  repositoryPrivateKey: Buffer
  /** HMAC-SHA-256: names chunks and fingerprints content. */
  chunkIdKey: Buffer
}

/** Fresh keys for a new customer. */
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

/** The bundle as it stands in the database and in the store: all keys under the master key, bound to the customer. */
export function wrapTenantKeys(masterKey: MasterKey, keys: TenantKeys, generation: number): Buffer {
  const plain = Buffer.concat([keys.dataKey, keys.repositoryPublicKey, keys.repositoryPrivateKey, keys.chunkIdKey])
  const wrapped = wrap(masterKey, purpose(keys.tenantId), plain)
  plain.fill(0)
  return Buffer.concat([generationHeader(generation), wrapped])
}

/** @throws WrongMasterKey when the bundle is another installation's, another customer's, or damaged */
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

/** `{prefix}/keys/{generation}` in the object store. */
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
