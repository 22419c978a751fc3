import type { Knex } from 'knex'
import { TenantKey } from '../store/models/tenant-key.ts'
import { inScope } from '../store/scope.ts'
import type { Notifier } from '../store/pg-notify.ts'
import type { MasterKey } from './master-key.ts'
import { type TenantKeys, tryUnwrap, unwrapTenantKeys } from './tenant-keys.ts'
import { type TombstoneKeys, readTombstoneKeys } from './tombstone-keys.ts'

/** Hands out customers' keys. They are kept open in memory until `forget`. */
export interface Keyring {
  /** @throws KeysDestroyed when the customer's keys were destroyed, or never were */
  of(tenantId: string): Promise<TenantKeys>
  /** Whether the master key in force opens this wrapped bundle of a customer. */
  opens(tenantId: string, bundle: Buffer): boolean
  /** The keys that seal tombstones now. @throws WrongMasterKey */
  tombstoneKeys(): Promise<TombstoneKeys>
  /** After a re-wrap or a destruction, also one on another replica. */
  forget(tenantId: string): void
  /** Asks the database which of the keys in memory were destroyed, and forgets those. */
  recheck(): Promise<void>
}

export class KeysDestroyed extends Error {
  constructor(tenantId: string) {
    super(`customer ${tenantId} has no keys: they were destroyed`)
  }
}

export function createKeyring(knex: Knex, masterKey: MasterKey): Keyring {
  const open = new Map<string, Promise<TenantKeys>>()
  return {
    of(tenantId) {
      const known = open.get(tenantId)
      if (known) return known
      const reading = read(knex, masterKey, tenantId)
      open.set(tenantId, reading)
      reading.catch(() => open.delete(tenantId))
      return reading
    },
    opens: (tenantId, bundle) => tryUnwrap(masterKey, tenantId, bundle) !== null,
    tombstoneKeys: () => inScope(knex, { kind: 'platform' }, (trx) => readTombstoneKeys(trx, masterKey)),
    forget(tenantId) {
      open.delete(tenantId)
    },
    async recheck() {
      const held = [...open.keys()]
      if (held.length === 0) return
      const alive = await inScope(knex, { kind: 'platform' }, (trx) =>
        TenantKey.query(trx).whereIn('tenantId', held).whereNull('destroyedAt').select('tenantId'),
      )
      const inForce = new Set(alive.map(({ tenantId }) => tenantId))
      for (const tenantId of held) if (!inForce.has(tenantId)) open.delete(tenantId)
    },
  }
}

/**
 * Forgets keys as soon as another replica tells that they were destroyed, and looks from time to time whether it was
 * not heard. @returns ends this
 */
export function followDestruction(keys: Keyring, signals: Pick<Notifier, 'on'>): () => void {
  return signals.on('keys', (tenantId) => {
    if (tenantId !== null) keys.forget(tenantId)
    else keys.recheck().catch(() => undefined) // the database is away: the next look is soon
  })
}

/** What a thread without signals does instead: it looks every so often. @returns ends this */
export function recheckEvery(keys: Keyring, everyMs: number): () => void {
  const timer = setInterval(() => void keys.recheck().catch(() => undefined), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Returns a tenant's keys; null if they were destroyed, and with them all that they sealed. */
export async function keysUnlessDestroyed(keys: Keyring, tenantId: string): Promise<TenantKeys | null> {
  try {
    return await keys.of(tenantId)
  } catch (error) {
    if (error instanceof KeysDestroyed) return null
    throw error
  }
}

async function read(knex: Knex, masterKey: MasterKey, tenantId: string): Promise<TenantKeys> {
  const row = await inScope(knex, { kind: 'tenant', tenantId }, (trx) => TenantKey.query(trx).findById(tenantId))
  if (!row || row.destroyedAt) throw new KeysDestroyed(tenantId)
  return unwrapTenantKeys(masterKey, tenantId, row.bundle)
}
