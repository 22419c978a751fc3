import type { SystemContext } from '../kernel/context.ts'
import { Job } from '../../store/models/job.ts'
import { type WorkerLoss, recheckLostRestores } from './kinds/restore/handle-lost-restores.ts'
import { expireLeases, withdrawOffers } from './expire-leases.ts'
import type { LeasedJob } from './job-kind.ts'

/**
 * Takes every lease of an agent away, because its process is no more or it is revoked: what ran is a loss, what was only
 * offered goes back to the queue.
 */
export async function releaseLeases(
  context: SystemContext,
  tenantId: string,
  agentId: string,
  worker: WorkerLoss,
): Promise<void> {
  const jobs = await Job.query(context.trx)
    .where({ tenantId, agentId })
    .whereNotNull('leaseId')
    .whereIn('status', ['queued', 'retrying', 'running'])
    .orderBy('id')
    .forUpdate()
  await expireLeases(context, jobs.filter((job) => job.status === 'running') as LeasedJob[], worker)
  await withdrawOffers(context, jobs.filter((job) => job.status !== 'running') as LeasedJob[])
  if (worker === 'ended') await recheckLostRestores(context, tenantId, agentId)
}
