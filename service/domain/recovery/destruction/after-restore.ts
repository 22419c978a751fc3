import type { SystemContext } from '../../kernel/context.ts'
import { randomUUIDv7 } from 'node:crypto'
import { Destruction } from '../../../store/models/destruction.ts'
import type { Tenant } from '../../../store/models/tenant.ts'
import type { Tombstone } from '../../inventory/tenants/tombstone.ts'

const restored = 'restore of a dump'

/**
 * Whether a restored dump brought back what had been deleted: the certificate of the first deletion then stays valid.
 */
export function isResumed({ requestedBy }: Pick<Destruction, 'requestedBy'>): boolean {
  return requestedBy === restored
}

/**
 * Withdraws requests that were pending when the dump was created: users may have withdrawn them since, and can request
 * them again. Executed ones are found by their tombstones.
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
 * Resumes a destruction that was executed after the dump was created, without a delay: the keys are gone, and if the
 * tenant was deleted, the dump restored its rows.
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
