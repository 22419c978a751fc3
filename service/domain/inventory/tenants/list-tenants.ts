import { TenantKey } from '../../../store/models/tenant-key.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { likePattern } from '../../kernel/like-pattern.ts'

/** Returns tenants in scope by slug; `q` is a part of slug or name. */
export function listTenants(
  context: ActionContext,
  page: { limit: number; after: string | null; q?: string; slug?: string },
): Promise<Tenant[]> {
  const query = Tenant.query(context.trx).orderBy('slug').limit(page.limit)
  if (page.after !== null) query.where('slug', '>', page.after)
  if (page.slug !== undefined) query.where({ slug: page.slug })
  if (page.q) {
    const part = likePattern(page.q)
    query.where((either) => either.whereRaw('slug like ?', [part]).orWhereRaw('lower(name) like ?', [part]))
  }
  return query.execute()
}

/** Returns when the keys of tenants were destroyed, by tenant; tenants that have their keys are absent. */
export async function destroyedKeys({ trx }: ActionContext, tenantIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await TenantKey.query(trx)
    .findByIds([...tenantIds])
    .whereNotNull('destroyedAt')
    .select('tenantId', 'destroyedAt')
  return new Map(rows.flatMap(({ tenantId, destroyedAt }) => (destroyedAt ? [[tenantId, destroyedAt] as const] : [])))
}

/** Returns the ids of all tenants in scope. */
export async function listTenantIds(trx: ScopedTransaction): Promise<string[]> {
  return (await Tenant.query(trx).select('id').orderBy('id')).map(({ id }) => id)
}

export async function getTenant(context: ActionContext, id: string): Promise<Tenant> {
  return (await Tenant.query(context.trx).findById(id)) ?? Promise.reject(notFound())
}
