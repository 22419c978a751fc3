import type { Intervals } from '../../../shared/agent-protocol/intervals.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { Agent } from '../../store/models/agent.ts'
import { AgentExchange } from '../../store/models/agent-exchange.ts'
import { AgentSession } from '../../store/models/agent-session.ts'
import { Device } from '../../store/models/device.ts'
import { JobAttempt } from '../../store/models/job-attempt.ts'
import { Job } from '../../store/models/job.ts'
import type { TenantContext } from '../kernel/context.ts'
import { DomainError } from '../kernel/domain-error.ts'
import { deadlineMs } from './deadline.ts'
import { expireLeases, withdrawOffers } from './expire-leases.ts'
import type { JobContext, LeasedJob } from './job-kind.ts'

type LeaseRef = components['schemas']['Lease']
type LeaseState = components['schemas']['HeartbeatAnswer']['leases'][number]

/** How many numbers behind the latest heartbeat a request may still come in with: they overtake each other. */
export const windowSize = 4096

export interface Heartbeat {
  agentId: string
  sessionId: string
  /** Of the request. */
  number: number
  leases: LeaseRef[]
  dropped: LeaseRef[]
}

/**
 * Says for each lease whether it still holds, in order. The first heartbeat for an offer makes it an attempt: only then
 * does the agent touch the device. Work that the agent killed is lost at once.
 * @throws DomainError 409 `replayed` for a number that is not above the last heartbeat's: an old one keeps nothing alive
 */
export async function heartbeat(
  context: TenantContext & JobContext,
  beat: Heartbeat,
  intervals: Intervals,
): Promise<LeaseState[]> {
  // whatever locks an agent and its sessions begins with the agent, as the opening of a session does
  await Agent.query(context.trx).findById(beat.agentId).patch({ lastSeenAt: context.now })
  await moveWindow(context, beat)
  return renewLeases(context, beat, intervals)
}

/** Says for each lease whether it still holds, in order, and lets those that do hold longer. */
export async function renewLeases(
  context: TenantContext & JobContext,
  beat: Omit<Heartbeat, 'sessionId' | 'number'>,
  intervals: Intervals,
): Promise<LeaseState[]> {
  const jobs = await lockJobs(context, beat)
  const held = jobsOf(jobs, beat, beat.leases)
  const dropped = jobsOf(jobs, beat, beat.dropped)
  await expireLeases(context, dropped.filter(isRunning) as LeasedJob[], 'ended')
  await withdrawOffers(context, dropped.filter((job) => !isRunning(job)) as LeasedJob[])
  const gone = new Set(dropped.map((job) => job.id))
  const kept = held.filter((job) => !gone.has(job.id))
  await begin(
    context,
    kept.filter((job) => !isRunning(job)),
    intervals,
  )
  await extend(context, kept, intervals)
  return beat.leases.map((lease) => ({ ...lease, state: stateOf(kept, lease) }))
}

/** What of an offer becomes an attempt when work on it has begun. The jobs' rows are locked. */
export async function begin(context: TenantContext, offers: Job[], intervals: Intervals): Promise<void> {
  if (offers.length === 0) return
  const { trx, tenantId, now } = context
  const devices = await Device.query(trx)
    .findByIds(offers.map((job) => job.deviceId))
    .select('id', 'platform', 'options')
  const known = new Map(devices.map((device) => [device.id, device]))
  const leaseExpiresAt = new Date(now.getTime() + intervals.lease_ms)
  for (const job of offers) {
    const device = known.get(job.deviceId)
    const platform = device && platformById(device.platform)
    const timeMs = platform ? deadlineMs(job.kind, platform, device, intervals) : 0
    Object.assign(job, {
      status: 'running',
      attempts: job.attempts + 1,
      startedAt: job.startedAt ?? now,
      deadlineAt: new Date(now.getTime() + timeMs),
      leaseExpiresAt,
      offerExpiresAt: null,
      claimId: null,
      errorCode: null,
      error: null,
    } satisfies Partial<Job>)
  }
  await trx.raw(
    `update jobs j set status = 'running', attempts = w.attempts, started_at = w.started_at,
       deadline_at = w.deadline_at, lease_expires_at = :leaseExpiresAt, offer_expires_at = null, claim_id = null,
       error_code = null, error = null, progress = null
     from unnest(:ids::uuid[], :attempts::int[], :startedAt::timestamptz[], :deadlineAt::timestamptz[])
       as w (id, attempts, started_at, deadline_at)
     where j.tenant_id = :tenantId and j.id = w.id`,
    {
      tenantId,
      leaseExpiresAt,
      ids: offers.map((job) => job.id),
      attempts: offers.map((job) => job.attempts),
      startedAt: offers.map((job) => job.startedAt?.toISOString() ?? null),
      deadlineAt: offers.map((job) => job.deadlineAt?.toISOString() ?? null),
    },
  )
  await JobAttempt.query(trx).insert(
    offers.map((job) => ({
      tenantId: job.tenantId,
      jobId: job.id,
      number: job.attempts,
      leaseId: job.leaseId as string,
      agentId: job.agentId as string,
      startedAt: now,
    })),
  )
}

async function moveWindow({ trx, tenantId }: TenantContext, { sessionId, number }: Heartbeat) {
  const session = await AgentSession.query(trx).findById(sessionId).forNoKeyUpdate() // spent numbers refer to it meanwhile
  if (!session || session.endedAt) throw new DomainError('session_ended')
  if (number <= session.lastHeartbeatNumber) throw new DomainError('replayed')
  const windowFloor = Math.max(session.windowFloor, number - windowSize)
  await AgentSession.query(trx).findById(sessionId).patch({ lastHeartbeatNumber: number, windowFloor })
  if (windowFloor > session.windowFloor) {
    await AgentExchange.query(trx).delete().where({ tenantId, sessionId }).where('number', '<=', windowFloor)
  }
}

function lockJobs({ trx }: TenantContext, { leases, dropped }: Pick<Heartbeat, 'leases' | 'dropped'>): Promise<Job[]> {
  const ids = [...new Set([...leases, ...dropped].map((lease) => lease.job_id))]
  if (ids.length === 0) return Promise.resolve([])
  return Job.query(trx).findByIds(ids).orderBy('id').forUpdate().execute()
}

/** Those of the jobs that the leases, of this agent, really hold. */
function jobsOf(jobs: Job[], { agentId }: Pick<Heartbeat, 'agentId'>, leases: LeaseRef[]): Job[] {
  return jobs.filter(
    (job) =>
      job.agentId === agentId && leases.some((lease) => lease.job_id === job.id && lease.lease_id === job.leaseId),
  )
}

function isRunning(job: Job): boolean {
  return job.status === 'running'
}

async function extend({ trx, now }: TenantContext, jobs: Job[], intervals: Intervals) {
  if (jobs.length === 0) return
  const leaseExpiresAt = new Date(now.getTime() + intervals.lease_ms)
  await Job.query(trx)
    .patch({ leaseExpiresAt })
    .findByIds(jobs.map((job) => job.id))
}

function stateOf(held: Job[], lease: LeaseRef): LeaseState['state'] {
  const job = held.find(({ id, leaseId }) => id === lease.job_id && leaseId === lease.lease_id)
  if (!job) return 'lost'
  return job.cancelRequestedAt ? 'cancel' : 'held'
}
