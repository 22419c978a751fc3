import { Job } from '../../store/models/job.ts'
import type { TenantContext } from '../kernel/context.ts'
import { endJob } from './end-job.ts'
import type { JobContext } from './job-kind.ts'

/** Cancels the jobs that wait for devices, which go out of service. Jobs that run are finished, and their result is stored. */
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
  for (const job of waiting) await endJob(context, job, job.leaseId, { status: 'cancelled' })
}
