import type { SystemContext } from '../../../kernel/context.ts'
import { readRows } from '../../../../store/read-rows.ts'
import { Device } from '../../../../store/models/device.ts'
import type { Job } from '../../../../store/models/job.ts'
import { staleAtAfter } from '../../../policies/schedules/staleness.ts'
import { recordEvents } from '../../../outbox/events/record-events.ts'
import type { EndedJob } from '../../job-kind.ts'
import { eventsOfRun } from './events-of-run.ts'

const outcomes = {
  succeeded: 'changed',
  unchanged: 'unchanged',
  partial: 'partial',
  blocked: 'blocked',
  failed: 'failed',
} as const

/** Records on each device how its latest backup ended, when it last succeeded, and until when that is current. */
export async function recordOnDevices(
  { trx, now }: SystemContext,
  ended: readonly EndedJob[],
  timeZone: string,
): Promise<void> {
  const recorded = ended.filter(({ job: { status } }) => isOutcome(status) || status === 'cancelled')
  if (recorded.length === 0) return
  const devices = await findDevices({ trx, now }, recorded)
  const changes = recorded.map(({ job }) => {
    const device = devices.get(job.deviceId)
    const outcome = isOutcome(job.status) ? outcomes[job.status] : null
    const isSuccess = outcome !== null && outcome !== 'failed' && outcome !== 'blocked' && device !== undefined
    const staleAt = isSuccess ? staleAtAfter(device, now, timeZone) : null
    return { job, device, outcome, isSuccess, staleAt }
  })
  const events = changes.flatMap(({ job, device, outcome }) =>
    device && outcome ? eventsOfRun(job, device, outcome, job.errorCode) : [],
  )
  await recordEvents({ trx, now }, events)
  await trx.raw(
    `update devices d set last_outcome = coalesce(w.outcome, d.last_outcome), last_job_id = w.job_id,
       last_success_at = case when w.is_success then :now else d.last_success_at end,
       stale_at = case when w.is_success then w.stale_at else d.stale_at end,
       stale_told_at = case when w.is_success then null else d.stale_told_at end
     from unnest(:tenants::uuid[], :devices::uuid[], :jobs::uuid[], :outcomes::text[], :successes::boolean[],
       :staleAt::timestamptz[]) as w (tenant_id, device_id, job_id, outcome, is_success, stale_at)
     where d.tenant_id = w.tenant_id and d.id = w.device_id`,
    {
      now,
      tenants: changes.map(({ job }) => job.tenantId),
      devices: changes.map(({ job }) => job.deviceId),
      jobs: changes.map(({ job }) => job.id),
      outcomes: changes.map(({ outcome }) => outcome),
      successes: changes.map(({ isSuccess }) => isSuccess),
      staleAt: changes.map(({ staleAt }) => staleAt?.toISOString() ?? null),
    },
  )
}

/** Returns the devices of runs that have an outcome, by id. */
async function findDevices({ trx }: SystemContext, ended: readonly EndedJob[]): Promise<Map<string, Device>> {
  const known = ended.flatMap(({ device }) => device ?? [])
  const wanted = ended.filter(({ job, device }) => !device && isOutcome(job.status)).map(({ job }) => job.deviceId)
  const sql = 'select * from devices where id = any(?::uuid[])'
  const read = wanted.length > 0 ? await readRows(trx, Device, sql, [wanted]) : []
  return new Map([...known, ...read].map((device) => [device.id, device]))
}

function isOutcome(status: Job['status']): status is keyof typeof outcomes {
  return Object.hasOwn(outcomes, status)
}
