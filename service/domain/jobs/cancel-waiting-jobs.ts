import { Job } from '../../store/models/job.ts'
import type { TenantContext } from '../kernel/context.ts'
import { endJobs } from './end-job.ts'
import type { JobContext } from './job-kind.ts'

/** Cancels the queued jobs of devices that are decommissioned. Running jobs finish, and their results are stored. */
export async function cancelWaitingJobs(
  context: TenantContext & JobContext,
  deviceIds: readonly string[],
): Promise<void> {
  const waiting = await Job.query(context.trx)
    .where({ tenantId: context.tenantId })
    .whereRaw('device_id = any(?::uuid[])', [deviceIds])
    .whereIn('status', ['queued', 'retrying'])
    .orderBy('id')
    .forUpdate()
  await endJobs(
    context,
    waiting.map((job) => ({ job, lease: job.leaseId, end: { status: 'cancelled' } })),
  )
}
