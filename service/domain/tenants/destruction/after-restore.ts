import { randomUUIDv7 } from 'node:crypto'
import { Destruction } from '../../../store/models/destruction.ts'
import type { Tenant } from '../../../store/models/tenant.ts'
import type { Moment } from '../../jobs/end-job.ts'

const restored = 'restore of a dump'

/** Whether a restored dump brought back what had been deleted: the certificate of the first deletion counts. */
export function isResumed({ requestedBy }: Pick<Destruction, 'requestedBy'>): boolean {
  return requestedBy === restored
}

/**
 * Requests that waited when the dump was taken may have been withdrawn since, so none is executed: a user who still wants one
 * requests it again. Those that were executed have left a tombstone.
 */
export async function withdrawPending({ trx, now }: Moment): Promise<void> {
  await Destruction.query(trx)
    .where({ state: 'pending' })
    .patch({ state: 'withdrawn', withdrawnBy: restored, withdrawnAt: now })
}

/** The rows of a tenant that was deleted since the dump came back with it: they are deleted again, without a delay. */
export async function resumeDeletion({ trx, now }: Moment, { id: tenantId, slug, name }: Tenant): Promise<void> {
  const live = await Destruction.query(trx).where({ tenantId }).whereIn('state', ['pending', 'running']).first()
  if (live) {
    await Destruction.query(trx).findById(live.id).patch({ kind: 'tenant', state: 'running', startedAt: now })
    return
  }
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
