import type { Knex } from 'knex'
import { Tenant } from '../../../store/models/tenant.ts'
import { inScope } from '../../../store/scope.ts'

const known = new WeakMap<Knex, Map<string, string>>()

/** Returns a tenant's prefix in the object store. It never changes and is cached per database. */
export async function prefixOf(knex: Knex, tenantId: string): Promise<string> {
  const prefixes = known.get(knex) ?? new Map<string, string>()
  known.set(knex, prefixes)
  const prefix = prefixes.get(tenantId) ?? (await readPrefix(knex, tenantId))
  prefixes.set(tenantId, prefix)
  return prefix
}

async function readPrefix(knex: Knex, tenantId: string): Promise<string> {
  const tenant = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    Tenant.query(trx).findById(tenantId).throwIfNotFound(),
  )
  return tenant.prefix
}
