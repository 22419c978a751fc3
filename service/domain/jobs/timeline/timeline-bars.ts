import type { ActionContext } from '../../kernel/context.ts'
import {
  type SingleBar,
  type TimelineBar,
  type TimelineScale,
  type TimelineWindow,
  attemptsOfWindow,
  boundsOf,
  groupOf,
  statusOfAttempt,
  waitingOfWindow,
} from './timeline-window.ts'

type Scope = Pick<ActionContext, 'trx' | 'tenantId'>
type BarOfAgent = { agentId: string; bar: TimelineBar }

/** Returns a bar for each attempt of the agents, by its start. */
export async function listAttempts(
  { trx, tenantId }: Scope,
  window: TimelineWindow,
  agentIds: readonly string[],
): Promise<BarOfAgent[]> {
  if (agentIds.length === 0) return []
  const { rows } = await trx.raw<{ rows: (SingleRow & { agentId: string })[] }>(
    `select a.agent_id as "agentId", a.started_at as start, a.ended_at as "end", ${statusOfAttempt} as status,
       j.id as "runId", j.tenant_id as "tenantId", j.device_id as "deviceId", d.name as "deviceName", j.kind,
       a.number as attempt, a.error_code as "errorCode", coalesce(p.ended_at, j.queued_at) as "waitsSince"
     from ${attemptsOfWindow}
     join jobs j on j.tenant_id = a.tenant_id and j.id = a.job_id
     join devices d on d.tenant_id = j.tenant_id and d.id = j.device_id
     left join job_attempts p on p.tenant_id = a.tenant_id and p.job_id = a.job_id and p.number = a.number - 1
     where (:tenantId::uuid is null or t.id = :tenantId::uuid) and a.agent_id = any(:agentIds::uuid[])
     order by a.started_at, a.job_id`,
    { ...boundsOf(window), tenantId, agentIds },
  )
  return rows.map(({ agentId, ...row }) => ({ agentId, bar: singleBar(row) }))
}

/** Returns a bar for the attempts of an agent that started in the same interval with a similar result. */
export async function mergeAttempts(
  { trx, tenantId }: Scope,
  scale: TimelineScale,
  agentIds: readonly string[],
): Promise<BarOfAgent[]> {
  if (agentIds.length === 0) return []
  const { rows } = await trx.raw<{ rows: (MergedRow & { agentId: string })[] }>(
    `select agent_id as "agentId", interval, count(*)::int as runs, array_agg(distinct status) as statuses
     from (select a.agent_id, ${statusOfAttempt} as status, ${intervalOf('a.started_at')} as interval
       from ${attemptsOfWindow}
       where (:tenantId::uuid is null or t.id = :tenantId::uuid) and a.agent_id = any(:agentIds::uuid[])) s
     group by agent_id, interval, ${groupOf('status')} order by interval`,
    { ...boundsOf(scale), tenantId, agentIds, seconds: secondsOf(scale) },
  )
  return rows.map(({ agentId, ...row }) => ({ agentId, bar: mergedBar(row, scale) }))
}

/** Returns a bar for each run that waited in the window and never started. */
export async function listWaiting({ trx, tenantId }: Scope, window: TimelineWindow): Promise<TimelineBar[]> {
  const { rows } = await trx.raw<{ rows: SingleRow[] }>(
    `select w.queued_at as start, w.finished_at as "end", w.status, w.id as "runId", w.tenant_id as "tenantId",
       w.device_id as "deviceId", d.name as "deviceName", w.kind, 0 as attempt, w.error_code as "errorCode",
       w.queued_at as "waitsSince"
     from (select j.* from ${waitingOfWindow}) w
     join devices d on d.tenant_id = w.tenant_id and d.id = w.device_id
     order by w.queued_at, w.id`,
    { ...boundsOf(window), tenantId },
  )
  return rows.map(singleBar)
}

/** Returns a bar for the waiting runs that were queued in the same interval with a similar result. */
export async function mergeWaiting({ trx, tenantId }: Scope, scale: TimelineScale): Promise<TimelineBar[]> {
  const { rows } = await trx.raw<{ rows: MergedRow[] }>(
    `select interval, count(*)::int as runs, array_agg(distinct status) as statuses
     from (select j.status, ${intervalOf('j.queued_at')} as interval from ${waitingOfWindow}) s
     group by interval, ${groupOf('status')} order by interval`,
    { ...boundsOf(scale), tenantId, seconds: secondsOf(scale) },
  )
  return rows.map((row) => mergedBar(row, scale))
}

/** Attempts that started before the window belong to its first interval. */
function intervalOf(start: string): string {
  return `floor(extract(epoch from greatest(${start}, :from) - :from) / :seconds::float8)::int`
}

function secondsOf({ from, until, intervals }: TimelineScale): number {
  return (until.getTime() - from.getTime()) / 1000 / intervals
}

type SingleRow = SingleBar & { status: TimelineBar['statuses'][number]; start: Date; end: Date | null }

function singleBar({ status, start, end, ...single }: SingleRow): TimelineBar {
  return { runs: 1, statuses: [status], start, end, single }
}

interface MergedRow {
  interval: number
  runs: number
  statuses: TimelineBar['statuses']
}

function mergedBar({ interval, runs, statuses }: MergedRow, scale: TimelineScale): TimelineBar {
  const at = (place: number) => new Date(scale.from.getTime() + Math.round(place * secondsOf(scale) * 1000))
  return { runs, statuses, start: at(interval), end: at(interval + 1), single: null }
}
