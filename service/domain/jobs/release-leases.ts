import { Job } from '../../store/models/job.ts'
import { expireLeases, withdrawOffers } from './expire-leases.ts'
import type { JobContext, LeasedJob, WorkerLoss } from './job-kind.ts'

/**
 * Ends all leases of an agent, because its process ended or it is revoked. Running jobs are lost, and offered jobs
 * return to the queue.
 */
export async function releaseLeases(
  context: JobContext,
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
  if (worker !== 'ended') return
  for (const kind of Object.values(context.kinds)) await kind.onAgentRestart?.(context, tenantId, agentId)
}
