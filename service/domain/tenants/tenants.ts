import { Tenant } from '../../store/models/tenant.ts'
import { fieldNames } from '../audit/field-names.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Call } from '../call.ts'
import { notFound } from '../refusal.ts'
import { containing } from '../search-text.ts'
import type { NewTenant } from './create-tenant.ts'

export type TenantChange = Partial<Omit<NewTenant, 'slug'>>

/** Customers in scope by slug; `q` is a part of slug or name. */
export function listTenants(call: Call, page: { limit: number; after: string | null; q?: string }): Promise<Tenant[]> {
  const query = Tenant.query(call.trx).orderBy('slug').limit(page.limit)
  if (page.after !== null) query.where('slug', '>', page.after)
  if (page.q) {
    const part = containing(page.q)
    query.where((either) => either.whereRaw('slug like ?', [part]).orWhereRaw('lower(name) like ?', [part]))
  }
  return query.execute()
}

export async function getTenant(call: Call, id: string): Promise<Tenant> {
  return (await Tenant.query(call.trx).findById(id)) ?? Promise.reject(notFound())
}

/** Changes a customer; the slug is fixed. */
export async function updateTenant(call: Call, id: string, change: TenantChange): Promise<Tenant> {
  const tenant = await Tenant.query(call.trx).patchAndFetchById(id, { ...change, updatedAt: call.now })
  if (!tenant) throw notFound()
  await recordAudit(call, 'tenant.update', {
    kind: 'tenant',
    id,
    tenantId: id,
    detail: { changed: fieldNames(change) },
  })
  return tenant
}
