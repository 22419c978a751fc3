import { Job } from '../../store/models/job.ts'
import type { Device } from '../../store/models/device.ts'
import { sendSignal } from '../../store/pg-notify.ts'
import type { SystemContext } from '../kernel/context.ts'
import type { JobContext, JobEnd } from './job-kind.ts'

/** No job holds this lease any more. */
const noLease = {
  agentId: null,
  sessionId: null,
  leaseId: null,
  claimId: null,
  offerExpiresAt: null,
  leaseExpiresAt: null,
  deadlineAt: null,
} as const

/**
 * Ends the attempt of a job whose row is locked, frees its device, and lets the job's kind record the end.
 * @param lease of the attempt; null when there was none
 * @param known the row of its device, where this transaction has read it
 */
export async function endJob(
  context: JobContext,
  job: Job,
  lease: string | null,
  end: JobEnd,
  timeZone = 'UTC',
  known?: Device,
) {
  const { trx, now } = context
  const isOver = end.status !== 'retrying' && end.status !== 'awaiting_confirmation'
  const change = {
    ...noLease,
    agentId: job.agentId,
    status: end.status,
    errorCode: end.errorCode ?? null,
    error: end.error ?? null,
    summary: end.summary ?? null,
    transport: end.transport ?? job.transport,
    deviceFailures: job.deviceFailures + (end.deviceFailure ? 1 : 0),
    finishedAt: isOver ? now : null,
    ...(end.notBefore && { notBefore: end.notBefore }),
    ...end.restore,
  }
  await Job.query(trx).findById(job.id).patch(change)
  if (lease) {
    await trx.raw(
      `with freed as (
         delete from device_leases where tenant_id = :tenantId and device_id = :deviceId and lease_id = :lease)
       update job_attempts set ended_at = :now, outcome = :outcome, error_code = :errorCode
       where tenant_id = :tenantId and job_id = :jobId and lease_id = :lease`,
      {
        tenantId: job.tenantId,
        deviceId: job.deviceId,
        jobId: job.id,
        lease,
        now,
        outcome: end.status,
        errorCode: end.errorCode ?? null,
      },
    )
  }
  Object.assign(job, change)
  await context.kinds[job.kind].onEnd(context, job, { timeZone, ...(known && { device: known }) })
  await wakeWaiting(context, job)
  return job
}

/** Another job may have waited for the device. */
async function wakeWaiting({ trx }: SystemContext, { tenantId, deviceId }: Job) {
  const waiting = await Job.query(trx)
    .where({ tenantId, deviceId })
    .whereIn('status', ['queued', 'retrying'])
    .select('id')
    .first()
  if (waiting) await sendSignal(trx, 'jobs', tenantId)
}
