import type { SystemContext } from '../kernel/context.ts'
import type { FailureCode } from '../../../shared/contract/failures.ts'
import { Device } from '../../store/models/device.ts'
import { Job } from '../../store/models/job.ts'
import type { ScopedTransaction } from '../../store/scope.ts'
import { sendSignal } from '../../store/pg-notify.ts'
import { recordRestoreEnd } from './kinds/restore/record-restore-end.ts'
import { recordEvents } from '../outbox/events/record-events.ts'
import { eventsOfRun } from './events-of-run.ts'
import { staleAtAfter } from '../levels/schedules/staleness.ts'

/** How a job's attempt, and perhaps the job, ends. */
export interface JobEnd {
  status: Exclude<Job['status'], 'queued' | 'running'>
  errorCode?: FailureCode | null
  error?: Buffer | null
  summary?: Buffer | null
  transport?: string | null
  /** Counts against the device's retry setting. */
  deviceFailure?: boolean
  /** Of a job that waits for its next attempt. */
  notBefore?: Date
  /** Of a restore: until when its commit waits, and holds the device. */
  restore?: Partial<Pick<Job, 'confirmUntil' | 'heldUntil' | 'checkAt' | 'verifiedAt'>>
}

const outcomes = {
  succeeded: 'changed',
  unchanged: 'unchanged',
  partial: 'partial',
  blocked: 'blocked',
  failed: 'failed',
} as const

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
 * Ends the attempt of a job whose row is locked, frees its device, and writes what the device shows of it. A connection
 * test leaves the device's record as it is; a job that goes on later leaves it too.
 * @param lease of the attempt; null when there was none
 * @param known the row of its device, where this transaction has read it
 */
export async function endJob(
  context: SystemContext,
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
  if (job.kind === 'restore') await recordRestoreEnd(context, { ...job, ...change })
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
  if (isOver && job.kind === 'backup') await recordOnDevice(context, job, end, timeZone, known)
  await wakeWaiting(context, job)
  return Object.assign(job, change)
}

/** What the device last did, when it last succeeded, until when that counts. */
async function recordOnDevice({ trx, now }: SystemContext, job: Job, end: JobEnd, timeZone: string, known?: Device) {
  const { status } = end
  if (!isOutcome(status)) {
    if (status !== 'cancelled') return
    await Device.query(trx).findById(job.deviceId).patch({ lastJobId: job.id })
    return
  }
  const lastOutcome = outcomes[status]
  const isSuccess = lastOutcome !== 'failed' && lastOutcome !== 'blocked'
  const device = known ?? (await Device.query(trx).findById(job.deviceId))
  if (device) await recordEvents({ trx, now }, eventsOfRun(job, device, lastOutcome, end.errorCode ?? null))
  await Device.query(trx)
    .findById(job.deviceId)
    .patch({
      lastOutcome,
      lastJobId: job.id,
      ...(isSuccess &&
        device && { lastSuccessAt: now, staleAt: staleAtAfter(device, now, timeZone), staleToldAt: null }),
    })
}

function isOutcome(status: JobEnd['status']): status is keyof typeof outcomes {
  return Object.hasOwn(outcomes, status)
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
