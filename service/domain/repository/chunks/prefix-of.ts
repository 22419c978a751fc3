import type { Knex } from 'knex'
import { Tenant } from '../../../store/models/tenant.ts'
import { inScope } from '../../../store/scope.ts'

const known = new WeakMap<Knex, Map<string, string>>()

/** A customer's part of the object store. It never changes, so each is read once from a database. */
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
