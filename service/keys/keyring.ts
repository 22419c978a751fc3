import type { Knex } from 'knex'
import { TenantKey } from '../store/models/tenant-key.ts'
import { inScope } from '../store/scope.ts'
import type { Notifier } from '../store/pg-notify.ts'
import type { MasterKey } from './master-key.ts'
import { type TenantKeys, tryUnwrap, unwrapTenantKeys } from './tenant-keys.ts'
import { type TombstoneKeys, readTombstoneKeys } from './tombstone-keys.ts'

/** Returns tenants' keys. They stay unwrapped in memory until `forget`. */
export interface Keyring {
  /** @throws KeysDestroyed if the tenant's keys were destroyed, or never existed */
  of(tenantId: string): Promise<TenantKeys>
  /** Whether the current master key can unwrap this bundle of a tenant. */
  opens(tenantId: string, bundle: Buffer): boolean
  /**
   * Returns the current keys that seal tombstones.
   * @throws WrongMasterKey
   */
  tombstoneKeys(): Promise<TombstoneKeys>
  /** Drops a tenant's keys after a re-wrap or destruction, also by another replica. */
  forget(tenantId: string): void
  /** Queries which of the keys in memory were destroyed, and drops those. */
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
 * Drops keys as soon as another replica reports their destruction, and checks periodically in case a notification was
 * lost.
 * @returns a function that ends this
 */
export function followDestruction(keys: Keyring, signals: Pick<Notifier, 'on'>): () => void {
  return signals.on('keys', (tenantId) => {
    if (tenantId !== null) keys.forget(tenantId)
    else keys.recheck().catch(() => undefined) // database unavailable: the next check follows soon
  })
}

/**
 * Checks periodically, for threads without notifications.
 * @returns a function that ends this
 */
export function recheckEvery(keys: Keyring, everyMs: number): () => void {
  const timer = setInterval(() => void keys.recheck().catch(() => undefined), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Returns a tenant's keys; null if they were destroyed, which makes everything sealed with them unreadable. */
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
