import { TenantKey } from '../../store/models/tenant-key.ts'
import { Tenant } from '../../store/models/tenant.ts'
import type { ScopedTransaction } from '../../store/scope.ts'
import { fieldNames } from '../audit/field-names.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Call } from '../call.ts'
import { notFound } from '../refusal.ts'
import type { Posture } from '../trust/effective-posture.ts'
import { containing } from '../containing.ts'
import type { NewTenant } from './create-tenant.ts'

export type TenantChange = Partial<Omit<NewTenant, 'slug'>> & { trustPosture?: Posture | null }

/** Customers in scope by slug; `q` is a part of slug or name. */
export function listTenants(
  call: Call,
  page: { limit: number; after: string | null; q?: string; slug?: string },
): Promise<Tenant[]> {
  const query = Tenant.query(call.trx).orderBy('slug').limit(page.limit)
  if (page.after !== null) query.where('slug', '>', page.after)
  if (page.slug !== undefined) query.where({ slug: page.slug })
  if (page.q) {
    const part = containing(page.q)
    query.where((either) => either.whereRaw('slug like ?', [part]).orWhereRaw('lower(name) like ?', [part]))
  }
  return query.execute()
}

/** When the keys of customers were destroyed, by customer; those that have theirs are not in it. */
export async function destroyedKeys({ trx }: Call, tenantIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await TenantKey.query(trx)
    .findByIds([...tenantIds])
    .whereNotNull('destroyedAt')
    .select('tenantId', 'destroyedAt')
  return new Map(rows.flatMap(({ tenantId, destroyedAt }) => (destroyedAt ? [[tenantId, destroyedAt] as const] : [])))
}

/** Every customer in scope. */
export async function listTenantIds(trx: ScopedTransaction): Promise<string[]> {
  return (await Tenant.query(trx).select('id').orderBy('id')).map(({ id }) => id)
}

export async function getTenant(call: Call, id: string): Promise<Tenant> {
  return (await Tenant.query(call.trx).findById(id)) ?? Promise.reject(notFound())
}

/**
 * Changes a customer; the slug is fixed. Another `decommissionedRetentionDays` moves the purges that are planned: each
 * counts anew from the day its device was taken out of service, so that fewer days may make one due at once.
 * @param action under which name the change is audited
 */
export async function updateTenant(
  call: Call,
  id: string,
  change: TenantChange,
  action = 'tenant.update',
): Promise<Tenant> {
  const tenant = await Tenant.query(call.trx).patchAndFetchById(id, { ...change, updatedAt: call.now })
  if (!tenant) throw notFound()
  const moved = change.decommissionedRetentionDays === undefined ? 0 : await movePurges(call, tenant)
  await recordAudit(call, action, {
    kind: 'tenant',
    id,
    tenantId: id,
    detail: { changed: fieldNames(change), ...(moved > 0 && { purges_moved: moved }) },
  })
  return tenant
}

async function movePurges({ trx }: Call, { id, decommissionedRetentionDays: days }: Tenant): Promise<number> {
  const { rowCount } = await trx.raw(
    `update devices set purge_at = decommissioned_at + ? * interval '24 hours'
     where tenant_id = ? and decommissioned_at is not null and purged_at is null
       and purge_at <> decommissioned_at + ? * interval '24 hours'`,
    [days, id, days],
  )
  return rowCount ?? 0
}
