import type { Moment } from '../kernel/context.ts'
import { Job } from '../../store/models/job.ts'
import { type LostWorker, lookSooner } from './restore/handle-lost-restores.ts'
import { type LeasedJob, loseLeases, withdrawOffers } from './expire-leases.ts'

/**
 * Takes every lease of an agent away, because its process is no more or it is revoked: what ran is a loss, what was only
 * offered goes back to the queue.
 */
export async function freeLeasesOf(
  moment: Moment,
  tenantId: string,
  agentId: string,
  worker: LostWorker,
): Promise<void> {
  const jobs = await Job.query(moment.trx)
    .where({ tenantId, agentId })
    .whereNotNull('leaseId')
    .whereIn('status', ['queued', 'retrying', 'running'])
    .orderBy('id')
    .forUpdate()
  await loseLeases(moment, jobs.filter((job) => job.status === 'running') as LeasedJob[], worker)
  await withdrawOffers(moment, jobs.filter((job) => job.status !== 'running') as LeasedJob[])
  if (worker === 'ended') await lookSooner(moment, tenantId, agentId)
}
