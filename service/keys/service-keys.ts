import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto'
import type { Knex } from 'knex'
import { ServiceKey } from '../store/models/service-key.ts'
import { inScope } from '../store/scope.ts'
import { type MasterKey, WrongMasterKey, unwrap, wrap } from './master-key.ts'

/** The installation's own keys. */
export interface ServiceKeys {
  /**
   * Ed25519 key that signs every response to an agent. `publicKey` is the raw 32 bytes, `fingerprint` their SHA-256 in
   * hex.
   */
  signing: { privateKey: KeyObject; publicKey: Buffer; fingerprint: string }
  /** 32 bytes from which keys for signed addresses and webhook secrets are derived. */
  settingsKey: Buffer
  sign(data: Buffer): Buffer
}

/**
 * Reads the service's keys, and generates them on the first start; of concurrent starts, the first one's keys are used.
 * @throws WrongMasterKey if they were wrapped with another master key
 */
export async function loadServiceKeys(knex: Knex, masterKey: MasterKey, now: Date): Promise<ServiceKeys> {
  const rows = await inScope(knex, { kind: 'platform' }, async (trx) => {
    await ServiceKey.query(trx)
      .insert([
        { name: 'signing', wrapped: wrap(masterKey, purpose('signing'), newSigningKey()), createdAt: now },
        { name: 'settings', wrapped: wrap(masterKey, purpose('settings'), randomBytes(32)), createdAt: now },
      ])
      .onConflict('name')
      .ignore()
    return ServiceKey.query(trx)
  })
  const open = (name: string) =>
    unwrap(masterKey, purpose(name), rows.find((row) => row.name === name)?.wrapped ?? Buffer.alloc(0))
  const privateKey = createPrivateKey({ key: open('signing'), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    signing: { privateKey, publicKey, fingerprint: createHash('sha256').update(publicKey).digest('hex') },
    settingsKey: open('settings'),
    sign: (data) => sign(null, data, privateKey),
  }
}

/** Returns a function that tests whether a master key wraps the service's keys; true if none exist yet. */
export async function isMasterKeyInForce(knex: Knex): Promise<(masterKey: MasterKey) => boolean> {
  const key = await inScope(knex, { kind: 'platform' }, (trx) => ServiceKey.query(trx).first())
  return (masterKey) => {
    try {
      return !key || unwrap(masterKey, purpose(key.name), key.wrapped).length > 0
    } catch (error) {
      if (error instanceof WrongMasterKey) return false
      throw error
    }
  }
}

/** Returns the purpose that a key of the service is wrapped with. */
export function purpose(name: string): string {
  return `the service's ${name} key`
}

function newSigningKey(): Buffer {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
}
