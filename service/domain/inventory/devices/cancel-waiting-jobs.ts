import { Job } from '../../../store/models/job.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { endJob } from '../../jobs/end-job.ts'

/**
 * Cancels what waits for devices that go out of service; what runs is finished and kept. Jobs are locked before their
 * devices, as everywhere: call this before the devices' rows are locked.
 */
export async function cancelWaitingJobs(context: TenantContext, ...deviceIds: string[]): Promise<void> {
  const waiting = await Job.query(context.trx)
    .where({ tenantId: context.tenantId })
    .whereRaw('device_id = any(?::uuid[])', [deviceIds])
    .whereIn('status', ['queued', 'retrying'])
    .orderBy('id')
    .forUpdate()
  for (const job of waiting) await endJob(context, job, job.leaseId, { status: 'cancelled' })
}
