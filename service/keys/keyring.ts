import type { Knex } from 'knex'
import { TenantKey } from '../store/models/tenant-key.ts'
import { inScope } from '../store/scope.ts'
import type { MasterKey } from './master-key.ts'
import { type TenantKeys, unwrapTenantKeys } from './tenant-keys.ts'

/** Hands out customers' keys. They are kept open in memory until `forget`. */
export interface Keyring {
  /** @throws KeysDestroyed when the customer's keys were destroyed, or never were */
  of(tenantId: string): Promise<TenantKeys>
  /** After a re-wrap or a destruction, also one on another replica. */
  forget(tenantId: string): void
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
    forget(tenantId) {
      open.delete(tenantId)
    },
  }
}

async function read(knex: Knex, masterKey: MasterKey, tenantId: string): Promise<TenantKeys> {
  const row = await inScope(knex, { kind: 'tenant', tenantId }, (trx) => TenantKey.query(trx).findById(tenantId))
  if (!row || row.destroyedAt) throw new KeysDestroyed(tenantId)
  return unwrapTenantKeys(masterKey, tenantId, row.bundle)
}
