import { Job } from '../../store/models/job.ts'
import type { TenantContext } from '../kernel/context.ts'
import { endJobs } from './end-job.ts'
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
  await endJobs(
    context,
    waiting.map((job) => ({ job, lease: job.leaseId, end: { status: 'cancelled' } })),
  )
}
