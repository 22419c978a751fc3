import { Job } from '../../store/models/job.ts'
import type { TenantCall } from '../call.ts'
import { endJob } from '../jobs/end-job.ts'

/**
 * Cancels what waits for a device that goes out of service; what runs is finished and kept. Jobs are locked before their
 * device, as everywhere: call this before the device's row is locked.
 */
export async function cancelWaitingJobs(call: TenantCall, deviceId: string): Promise<void> {
  const waiting = await Job.query(call.trx)
    .where({ tenantId: call.tenantId, deviceId })
    .whereIn('status', ['queued', 'retrying'])
    .orderBy('id')
    .forUpdate()
  for (const job of waiting) await endJob(call, job, job.leaseId, { status: 'cancelled' })
}
