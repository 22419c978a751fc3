import type { SystemContext } from '../../kernel/context.ts'
import { randomUUIDv7 } from 'node:crypto'
import { Destruction } from '../../../store/models/destruction.ts'
import type { Tenant } from '../../../store/models/tenant.ts'
import type { Tombstone } from '../../inventory/tenants/tombstone.ts'

const restored = 'restore of a dump'

/** Whether a restored dump brought back what had been deleted: the certificate of the first deletion counts. */
export function isResumed({ requestedBy }: Pick<Destruction, 'requestedBy'>): boolean {
  return requestedBy === restored
}

/**
 * Requests that waited when the dump was taken may have been withdrawn since, so none is executed: a user who still wants one
 * requests it again. Those that were executed have left a tombstone.
 * @returns the slugs of their tenants
 */
export async function withdrawPending({ trx, now }: SystemContext): Promise<string[]> {
  const withdrawn = await Destruction.query(trx)
    .where({ state: 'pending' })
    .patch({ state: 'withdrawn', withdrawnBy: restored, withdrawnAt: now })
    .returning('slug')
  return withdrawn.map(({ slug }) => slug).sort()
}

/**
 * A destruction that was executed since the dump is executed again, without a delay: the keys are gone, and where the tenant
 * was deleted, its rows came back with the dump.
 */
export async function resumeDestruction(
  { trx, now }: SystemContext,
  { id: tenantId, slug, name }: Tenant,
  { isDeleted }: Tombstone,
): Promise<void> {
  const live = await Destruction.query(trx).where({ tenantId }).whereIn('state', ['pending', 'running']).first()
  if (live) {
    const kind = isDeleted ? 'tenant' : live.kind
    await Destruction.query(trx).findById(live.id).patch({ kind, state: 'running', startedAt: now })
    return
  }
  if (!isDeleted) return
  await Destruction.query(trx).insert({
    id: randomUUIDv7(),
    tenantId,
    kind: 'tenant',
    slug,
    name,
    state: 'running',
    requestedBy: restored,
    requestedAt: now,
    dueAt: now,
    startedAt: now,
  })
}
