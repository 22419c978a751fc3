import { randomUUIDv7 } from 'node:crypto'
import { createCalendar } from '../../../../shared/cron/calendar.ts'
import type { ClaimedChange } from '../../../store/models/job.ts'
import { sendSignals } from '../../../store/pg-notify.ts'
import { findBlackoutEnd } from '../../policies/blackouts/blackout-end.ts'
import { type HeldDevice, readBlackouts } from '../../policies/blackouts/read-blackouts.ts'
import type { SystemContext } from '../../kernel/context.ts'

/** Maximum number of requests of a transaction. */
const batch = 500

/** Shortest time between two backups of a device that messages trigger. */
const restMs = 30_000

/**
 * That time doubles with each of them that stored no change, because messages can be forged, up to these factors. A false
 * message must not delay a real change for long; repeated failed logins may lock the account.
 */
const maxFactors = { unchanged: 8, failed: 128 }

/** How many of the last backups are read for it. */
const recentRuns = 7

/** Delay until a request is evaluated again while a backup of its device runs. */
const runningMs = 5_000

/**
 * Queues the backups that messages of devices request, and returns their number. A waiting backup of the device serves
 * the request and starts at once; while one runs, which may have read the device before the change, the request waits. It also waits for the
 * end of a blackout. The request of a device out of service, or of a tenant whose keys are destroyed, is deleted.
 */
export async function queueChangeRequests(context: SystemContext, timeZone: string): Promise<number> {
  const { trx, now } = context
  const requests = await lockDue(context)
  if (requests.length === 0) return 0
  const calendar = createCalendar(timeZone)
  const blackoutsOf = await readBlackouts(
    trx,
    requests.map(({ tenant_id: tenantId, device_id: id, site }): HeldDevice => ({ tenantId, id, site })),
  )
  const decided = requests.map((request) => {
    const held = { tenantId: request.tenant_id, id: request.device_id, site: request.site }
    const blackout = findBlackoutEnd(blackoutsOf(held), now, calendar)
    return { request, decision: decide(request, now, blackout?.until ?? null) }
  })
  const queued = decided.filter(({ decision }) => decision === 'queue').map(({ request }) => request)
  const merged = decided.filter(({ decision }) => decision === 'merge').map(({ request }) => request)
  const dropped = decided.filter(({ decision }) => decision === 'drop').map(({ request }) => request)
  await insertJobs(context, queued)
  await mergeRequests(context, merged)
  await deleteRequests(context, [...queued, ...merged, ...dropped])
  await delay(
    context,
    decided.flatMap(({ request, decision }) => (decision instanceof Date ? [{ request, dueAt: decision }] : [])),
  )
  return queued.length
}

interface DueRequest {
  tenant_id: string
  device_id: string
  claimed_change: ClaimedChange
  requested_by: string
  site: string
  is_in_service: boolean
  pending: 'queued' | 'retrying' | 'running' | null
  /** The last backups that messages triggered, newest first. */
  recent: { status: string; queued_at: string }[] | null
}

async function lockDue({ trx, now }: SystemContext): Promise<DueRequest[]> {
  const { rows } = await trx.raw<{ rows: DueRequest[] }>(
    `select r.tenant_id, r.device_id, r.claimed_change, 'agent:' || a.slug as requested_by, d.site,
       d.enabled and d.decommissioned_at is null and a.revoked_at is null and not exists (
         select from tenant_keys k where k.tenant_id = r.tenant_id and k.destroyed_at is not null) as is_in_service,
       (select j.status from jobs j where j.tenant_id = r.tenant_id and j.device_id = r.device_id
          and j.kind = 'backup' and j.status in ('queued', 'running', 'retrying')) as pending,
       (select json_agg(json_build_object('status', status, 'queued_at', queued_at) order by queued_at desc) from (
          select status, queued_at from jobs j
          where j.tenant_id = r.tenant_id and j.device_id = r.device_id and j.trigger = 'change'
          order by queued_at desc limit :recentRuns) last_runs) as recent
     from (select * from change_requests where due_at <= :now
           order by due_at limit :batch for update skip locked) r
     join devices d on d.tenant_id = r.tenant_id and d.id = r.device_id
     join agents a on a.tenant_id = r.tenant_id and a.id = r.agent_id
     order by r.device_id`,
    { now, batch, recentRuns },
  )
  return rows
}

/** Returns what to do with a request. `merge`: a waiting backup serves it. A date: when to evaluate it again. */
export function decide(
  { is_in_service: isInService, pending, recent }: Pick<DueRequest, 'is_in_service' | 'pending' | 'recent'>,
  now: Date,
  blackoutUntil: Date | null,
): 'queue' | 'merge' | 'drop' | Date {
  if (!isInService) return 'drop'
  if (blackoutUntil) return blackoutUntil
  if (pending === 'queued' || pending === 'retrying') return 'merge'
  if (pending !== null) return new Date(now.getTime() + runningMs)
  const [last] = recent ?? []
  if (!last || !recent) return 'queue'
  const changed = recent.findIndex(({ status }) => isChange(status))
  const since = changed === -1 ? recent : recent.slice(0, changed)
  const maxFactor = isFailure(last.status) ? maxFactors.failed : maxFactors.unchanged
  const waitMs = restMs * Math.min(maxFactor, 2 ** since.length)
  // a clock that was ahead must not delay it further
  const next = Math.min(Date.parse(last.queued_at), now.getTime()) + waitMs
  return next <= now.getTime() ? 'queue' : new Date(next)
}

function isChange(status: string): boolean {
  return status === 'succeeded' || status === 'partial'
}

function isFailure(status: string): boolean {
  return status !== 'unchanged' && !isChange(status)
}

async function insertJobs({ trx, now }: SystemContext, requests: readonly DueRequest[]): Promise<void> {
  if (requests.length === 0) return
  await trx.raw(
    `insert into jobs
       (id, tenant_id, device_id, kind, trigger, requested_by, status, queued_at, not_before, claimed_change)
     select id, tenant_id, device_id, 'backup', 'change', requested_by, 'queued', :now, :now, claimed
     from unnest(:ids::uuid[], :tenants::uuid[], :devices::uuid[], :requesters::text[], :claims::jsonb[])
       as w (id, tenant_id, device_id, requested_by, claimed)
     on conflict (tenant_id, device_id) where kind = 'backup' and status in ('queued', 'running', 'retrying') do nothing`,
    {
      now,
      ids: requests.map(() => randomUUIDv7()),
      tenants: requests.map(({ tenant_id: id }) => id),
      devices: requests.map(({ device_id: id }) => id),
      requesters: requests.map(({ requested_by: by }) => by),
      claims: requests.map(({ claimed_change: claimed }) => JSON.stringify(claimed)),
    },
  )
  await sendSignals(trx, 'jobs', [...new Set(requests.map(({ tenant_id: id }) => id))])
}

/** The waiting backup starts at once, and shows the message if it shows no other. */
async function mergeRequests({ trx, now }: SystemContext, requests: readonly DueRequest[]): Promise<void> {
  if (requests.length === 0) return
  await trx.raw(
    `update jobs j set not_before = least(j.not_before, :now), claimed_change = coalesce(j.claimed_change, w.claimed)
     from unnest(:tenants::uuid[], :devices::uuid[], :claims::jsonb[]) as w (tenant_id, device_id, claimed)
     where j.tenant_id = w.tenant_id and j.device_id = w.device_id and j.kind = 'backup'
       and j.status in ('queued', 'retrying')`,
    {
      now,
      tenants: requests.map(({ tenant_id: id }) => id),
      devices: requests.map(({ device_id: id }) => id),
      claims: requests.map(({ claimed_change: claimed }) => JSON.stringify(claimed)),
    },
  )
  await sendSignals(trx, 'jobs', [...new Set(requests.map(({ tenant_id: id }) => id))])
}

async function deleteRequests({ trx }: SystemContext, requests: readonly DueRequest[]): Promise<void> {
  if (requests.length === 0) return
  await trx.raw(
    `delete from change_requests r using unnest(?::uuid[], ?::uuid[]) as w (tenant_id, device_id)
     where r.tenant_id = w.tenant_id and r.device_id = w.device_id`,
    [requests.map(({ tenant_id: id }) => id), requests.map(({ device_id: id }) => id)],
  )
}

async function delay({ trx }: SystemContext, delayed: readonly { request: DueRequest; dueAt: Date }[]): Promise<void> {
  if (delayed.length === 0) return
  await trx.raw(
    `update change_requests r set due_at = w.due_at
     from unnest(?::uuid[], ?::uuid[], ?::timestamptz[]) as w (tenant_id, device_id, due_at)
     where r.tenant_id = w.tenant_id and r.device_id = w.device_id`,
    [
      delayed.map(({ request }) => request.tenant_id),
      delayed.map(({ request }) => request.device_id),
      delayed.map(({ dueAt }) => dueAt),
    ],
  )
}
