import type { SystemContext } from '../../../kernel/context.ts'
import { Device } from '../../../../store/models/device.ts'
import type { Job } from '../../../../store/models/job.ts'
import { staleAtAfter } from '../../../levels/schedules/staleness.ts'
import { recordEvents } from '../../../outbox/events/record-events.ts'
import type { EndedAttempt } from '../../job-kind.ts'
import { eventsOfRun } from './events-of-run.ts'

const outcomes = {
  succeeded: 'changed',
  unchanged: 'unchanged',
  partial: 'partial',
  blocked: 'blocked',
  failed: 'failed',
} as const

/** Records on the device how its latest backup ended, when it last succeeded, and until when that is current. */
export async function recordOnDevice(
  { trx, now }: SystemContext,
  job: Job,
  { timeZone, device: known }: Omit<EndedAttempt, 'leaseId'>,
): Promise<void> {
  const { status } = job
  if (!isOutcome(status)) {
    if (status !== 'cancelled') return
    await Device.query(trx).findById(job.deviceId).patch({ lastJobId: job.id })
    return
  }
  const lastOutcome = outcomes[status]
  const isSuccess = lastOutcome !== 'failed' && lastOutcome !== 'blocked'
  const device = known ?? (await Device.query(trx).findById(job.deviceId))
  if (device) await recordEvents({ trx, now }, eventsOfRun(job, device, lastOutcome, job.errorCode))
  await Device.query(trx)
    .findById(job.deviceId)
    .patch({
      lastOutcome,
      lastJobId: job.id,
      ...(isSuccess &&
        device && { lastSuccessAt: now, staleAt: staleAtAfter(device, now, timeZone), staleToldAt: null }),
    })
}

function isOutcome(status: Job['status']): status is keyof typeof outcomes {
  return Object.hasOwn(outcomes, status)
}
