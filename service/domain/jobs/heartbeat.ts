import type { Intervals } from '../../../shared/agent-protocol/intervals.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { withExtraCommands } from '../../../shared/platforms/extra-commands.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import type { Device } from '../../store/models/device.ts'
import { Job } from '../../store/models/job.ts'
import { readRows } from '../../store/read-rows.ts'
import type { RunStatement } from '../../store/scope.ts'
import { readExtraCommands } from '../inventory/extra-commands/read-extra-commands.ts'
import { readPlatforms } from '../inventory/platforms/find-platform.ts'
import type { TenantContext } from '../kernel/context.ts'
import { DomainError } from '../kernel/domain-error.ts'
import { deadlineMs } from './deadline.ts'
import { backedUp } from './make-offers.ts'
import { expireLeases, withdrawOffers } from './expire-leases.ts'
import type { JobContext, LeasedJob } from './job-kind.ts'

type LeaseRef = components['schemas']['Lease']
type LeaseStatus = components['schemas']['HeartbeatAnswer']['leases'][number]

/** How far a request's number may be below the latest heartbeat's: requests overtake each other. */
export const windowSize = 4096

export interface Heartbeat {
  agentId: string
  sessionId: string
  /** Number of the request. */
  number: number
  leases: LeaseRef[]
  dropped: LeaseRef[]
}

/**
 * Returns the state of each lease, in order. The first heartbeat for an offer starts an attempt: the agent contacts the
 * device only after it. Work that the agent killed is lost at once.
 * @throws DomainError 409 `replayed` for a number that is not above the last heartbeat's: an old heartbeat renews
 *   nothing
 */
export async function heartbeat(
  context: TenantContext & JobContext,
  beat: Heartbeat,
  intervals: Intervals,
): Promise<LeaseStatus[]> {
  const { trx } = context
  await recordHeartbeat(async (sql, bindings) => (await trx.raw(sql, bindings)).rows, context, beat)
  return renewLeases(context, beat, intervals)
}

/** Returns the state of each lease, in order, and renews those that are valid. */
export async function renewLeases(
  context: TenantContext & JobContext,
  beat: Omit<Heartbeat, 'sessionId' | 'number'>,
  intervals: Intervals,
): Promise<LeaseStatus[]> {
  const jobs = await lockJobs(context, beat)
  const held = jobsOf(jobs, beat, beat.leases)
  const dropped = jobsOf(jobs, beat, beat.dropped)
  await expireLeases(context, dropped.filter(isRunning) as LeasedJob[], 'ended')
  await withdrawOffers(context, dropped.filter((job) => !isRunning(job)) as LeasedJob[])
  const gone = new Set(dropped.map((job) => job.id))
  const kept = held.filter((job) => !gone.has(job.id))
  const running = kept.filter(isRunning)
  await begin(
    context,
    kept.filter((job) => !isRunning(job)),
    intervals,
  )
  await extend(context, running, intervals)
  return beat.leases.map((lease) => ({ ...lease, state: stateOf(kept, lease) }))
}

/** An offer that an agent accepted, and its device. */
export interface BegunJob {
  job: Job
  device: Pick<Device, 'options'>
  platform: Platform | undefined
}

/** Converts offers to attempts. Each job is as `writeAttempts` writes it. */
export function beginAttempts(now: Date, begun: readonly BegunJob[], intervals: Intervals): void {
  for (const { job, device, platform } of begun) {
    const timeMs = platform ? deadlineMs(job.kind, platform, device, intervals) : 0
    Object.assign(job, {
      status: 'running',
      attempts: job.attempts + 1,
      startedAt: job.startedAt ?? now,
      deadlineAt: new Date(now.getTime() + timeMs),
      leaseExpiresAt: new Date(now.getTime() + intervals.lease_ms),
      offerExpiresAt: null,
      claimId: null,
      errorCode: null,
      error: null,
    } satisfies Partial<Job>)
  }
}

/** Writes started jobs and an attempt of each. The jobs' rows are locked. */
export async function writeAttempts({ trx, tenantId, now }: TenantContext, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  await trx.raw(
    `with begun as (
       select * from unnest(:ids::uuid[], :attempts::int[], :startedAt::timestamptz[], :deadlineAt::timestamptz[],
         :leaseExpiresAt::timestamptz[], :leases::uuid[], :agents::uuid[])
         as b (id, attempts, started_at, deadline_at, lease_expires_at, lease_id, agent_id)),
     changed as (
       update jobs j set status = 'running', attempts = b.attempts, started_at = b.started_at,
         deadline_at = b.deadline_at, lease_expires_at = b.lease_expires_at, offer_expires_at = null, claim_id = null,
         error_code = null, error = null, progress = null
       from begun b where j.tenant_id = :tenantId and j.id = b.id)
     insert into job_attempts (tenant_id, job_id, number, lease_id, agent_id, started_at)
     select :tenantId, b.id, b.attempts, b.lease_id, b.agent_id, :now from begun b`,
    {
      tenantId,
      now,
      ids: jobs.map((job) => job.id),
      attempts: jobs.map((job) => job.attempts),
      startedAt: jobs.map((job) => job.startedAt?.toISOString() ?? null),
      deadlineAt: jobs.map((job) => job.deadlineAt?.toISOString() ?? null),
      leaseExpiresAt: jobs.map((job) => job.leaseExpiresAt?.toISOString() ?? null),
      leases: jobs.map((job) => job.leaseId),
      agents: jobs.map((job) => job.agentId),
    },
  )
}

/** Converts accepted offers to attempts and writes them. The jobs' rows are locked. */
export async function begin(context: TenantContext, offers: readonly Job[], intervals: Intervals): Promise<void> {
  const begun = await readBegun(context, offers)
  beginAttempts(context.now, begun, intervals)
  await writeAttempts(
    context,
    begun.map(({ job }) => job),
  )
}

/** Returns offers with their devices. */
async function readBegun({ trx, tenantId }: TenantContext, offers: readonly Job[]): Promise<BegunJob[]> {
  if (offers.length === 0) return []
  const { rows } = await trx.raw<{ rows: (BegunJob['device'] & { id: string; platform: string })[] }>(
    'select id, platform, options from devices where tenant_id = ? and id = any(?::uuid[])',
    [tenantId, offers.map((job) => job.deviceId)],
  )
  const devices = new Map(rows.map((row) => [row.id, row]))
  const ids = rows.map(({ platform }) => platform)
  const platforms = await readPlatforms(trx, tenantId, ids)
  const commands = await readExtraCommands(trx, tenantId, backedUp(offers))
  return offers.flatMap((job) => {
    const device = devices.get(job.deviceId)
    if (!device) return []
    const own = platforms(device.platform)
    const platform = own && withExtraCommands(own, commands.get(device.id) ?? [])
    return [{ job, device, platform }]
  })
}

/**
 * Records a heartbeat without leases, which nearly all are.
 * @throws DomainError 409 as `heartbeat`
 */
export async function recordHeartbeat(
  run: RunStatement,
  { tenantId, now }: Pick<TenantContext, 'tenantId' | 'now'>,
  { agentId, sessionId, number }: Pick<Heartbeat, 'agentId' | 'sessionId' | 'number'>,
): Promise<void> {
  const bindings = { tenantId, agentId, sessionId, number, now, windowSize }
  const [session] = await run<MovedWindow>(moveWindowSql, bindings)
  if (!session || session.ended_at) throw new DomainError('session_ended')
  if (!session.is_moved) throw new DomainError('replayed')
}

interface MovedWindow {
  ended_at: Date | null
  is_moved: boolean
}

/**
 * One statement, which locks the agent before its session, like every other code that locks both. Spent numbers refer to
 * the session meanwhile, so its key is not locked.
 */
const moveWindowSql = `with seen as (
    update agents set last_seen_at = :now where tenant_id = :tenantId and id = :agentId returning id),
  session as (
    select id, ended_at, last_heartbeat_number from agent_sessions
    where tenant_id = :tenantId and id = :sessionId and (select count(*) from seen) >= 0
    for no key update),
  moved as (
    update agent_sessions s set last_heartbeat_number = :number,
      window_floor = greatest(s.window_floor, :number::bigint - :windowSize::bigint)
    from session
    where s.tenant_id = :tenantId and s.id = session.id and session.ended_at is null
      and session.last_heartbeat_number < :number
    returning s.window_floor),
  forgotten as (
    delete from agent_exchanges e using moved
    where e.tenant_id = :tenantId and e.session_id = :sessionId and e.number <= moved.window_floor)
  select ended_at, exists (select from moved) as is_moved from session`

function lockJobs(
  { trx, tenantId }: TenantContext,
  { leases, dropped }: Pick<Heartbeat, 'leases' | 'dropped'>,
): Promise<Job[]> {
  const ids = [...new Set([...leases, ...dropped].map((lease) => lease.job_id))]
  if (ids.length === 0) return Promise.resolve([])
  const sql = 'select * from jobs where tenant_id = ? and id = any(?::uuid[]) order by id for update'
  return readRows(trx, Job, sql, [tenantId, ids])
}

/** Returns the jobs whose leases this agent holds. */
function jobsOf(jobs: Job[], { agentId }: Pick<Heartbeat, 'agentId'>, leases: LeaseRef[]): Job[] {
  return jobs.filter(
    (job) =>
      job.agentId === agentId && leases.some((lease) => lease.job_id === job.id && lease.lease_id === job.leaseId),
  )
}

function isRunning(job: Job): boolean {
  return job.status === 'running'
}

async function extend({ trx, tenantId, now }: TenantContext, jobs: Job[], intervals: Intervals) {
  if (jobs.length === 0) return
  const leaseExpiresAt = new Date(now.getTime() + intervals.lease_ms)
  await trx.raw('update jobs set lease_expires_at = ? where tenant_id = ? and id = any(?::uuid[])', [
    leaseExpiresAt,
    tenantId,
    jobs.map((job) => job.id),
  ])
}

function stateOf(held: Job[], lease: LeaseRef): LeaseStatus['state'] {
  const job = held.find(({ id, leaseId }) => id === lease.job_id && leaseId === lease.lease_id)
  if (!job) return 'lost'
  return job.cancelRequestedAt ? 'cancel' : 'held'
}
