import { randomUUIDv7 } from 'node:crypto'
import type { Intervals } from '../../../shared/agent-protocol/intervals.ts'
import { changingKinds, restoreKinds } from '../../../shared/agent-protocol/restore-kinds.ts'
import type { Platform, Transport } from '../../../shared/platforms/platform.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { documentFormat } from '../../../shared/platforms/stored-platform.ts'
import { Job } from '../../store/models/job.ts'
import { readRows } from '../../store/read-rows.ts'
import type { RunStatement } from '../../store/scope.ts'
import type { TenantContext } from '../kernel/context.ts'
import { wakeTenants, withdrawOffers } from './expire-leases.ts'
import type { JobContext, LeasedJob } from './job-kind.ts'
import { hasStoredPlatform, triedVersion } from './stored-platform-sql.ts'
import { restoreTimeoutMs } from './restore-timeout.ts'
import { transportOrder } from './transport-order.ts'

/** The agent process that polls for jobs, and its capabilities. */
export interface Claimant {
  agentId: string
  sessionId: string
  labMode: boolean
  platforms: string[]
  transports: string[]
  slots: number
  /** The latest format of platform documents that it reads; 0: none. */
  documentFormat: number
  /** The latest format of dry runs that it supports; 0: none. */
  dryRunFormat: number
}

/** One poll. A repeated claim, because its response was lost, gets the same offers while they are valid. */
export interface Claim {
  claimId: string
  /** Number of the request. It increases with every poll of the session. */
  number: number
  /**
   * Slots for all jobs except those of restores, which have slots of their own: a confirmation does not wait for
   * backups.
   */
  freeSlots: number
  restoreSlots: number
}

/**
 * Records a poll as `claimJobs` does, and returns whether that may find offers or jobs. Nearly all polls find none when
 * they begin, and learn it in one statement.
 */
export async function recordPoll(
  run: RunStatement,
  { tenantId, now }: Pick<TenantContext, 'tenantId' | 'now'>,
  { sessionId }: Claimant,
  { claimId, number }: Claim,
): Promise<boolean> {
  const [row] = await run<{ may_find: boolean }>(recordPollSql, { tenantId, now, sessionId, claimId, number })
  return row?.may_find ?? false
}

/**
 * The statement sees no offers that another poll of the session made while this one waited for its row. The locked row
 * then has a later version than the one that the statement sees, and `claimJobs` looks again.
 */
const recordPollSql = `with before as (
    select xmin from agent_sessions where tenant_id = :tenantId and id = :sessionId),
  locked as (
    select id, xmin from agent_sessions
    where tenant_id = :tenantId and id = :sessionId and last_claim_number <= :number
    for no key update),
  recorded as (
    update agent_sessions s set last_claim_number = :number from locked
    where s.tenant_id = :tenantId and s.id = locked.id)
  select (locked.xmin <> before.xmin
      or exists (
        select from jobs
        where tenant_id = :tenantId and status in ('queued', 'retrying') and not_before <= :now and lease_id is null)
      or exists (
        select from jobs
        where tenant_id = :tenantId and session_id = :sessionId and claim_id = :claimId
          and offer_expires_at is not null)) as may_find,
    set_config('synchronous_commit', 'off', true)
  from locked, before`

/**
 * Offers the oldest jobs that the agent may run and is able to run, at most one for each free slot. Each offer reserves
 * its device until it expires: no other job of the device is offered meanwhile. While a commit is pending on a device,
 * only its confirmation and checks are offered.
 * Returns nothing if there is no job, if the agent was revoked, suspended or restarted since, or if it has polled
 * again: the response to this claim would not be read.
 */
export async function claimJobs(
  context: TenantContext,
  claimant: Claimant,
  claim: Claim,
  intervals: Intervals,
): Promise<Job[]> {
  if (!(await recordClaimNumber(context, claimant, claim))) return []
  const existingOffers = await readOffers(context, claimant, claim.claimId)
  if (existingOffers.length > 0) return existingOffers
  const { restoreSlots, freeSlots } = claim
  const candidates = [
    ...(restoreSlots > 0 ? await lockRestores(context, claimant, restoreSlots) : []),
    ...(freeSlots > 0 ? await lockOthers(context, claimant, Math.min(freeSlots, claimant.slots)) : []),
  ]
  if (candidates.length === 0) return []
  const leases = await takeDevices(context, candidates)
  return offer(context, claimant, claim, leases, new Date(context.now.getTime() + intervals.offer_ms))
}

/**
 * Serialises the polls of a session until the transaction ends; a poll that is older than the last one gets nothing. A
 * crash of the database may lose these numbers and offers, which costs less than waiting for the disk at every poll.
 */
async function recordClaimNumber(
  { trx, tenantId }: TenantContext,
  { sessionId }: Claimant,
  { number }: Claim,
): Promise<boolean> {
  const { rowCount } = await trx.raw(
    `update agent_sessions set last_claim_number = :number
     where tenant_id = :tenantId and id = :sessionId and last_claim_number <= :number
     returning set_config('synchronous_commit', 'off', true)`,
    { tenantId, sessionId, number },
  )
  return rowCount > 0
}

function readOffers({ trx, tenantId }: TenantContext, { sessionId }: Claimant, claimId: string): Promise<Job[]> {
  return readRows(
    trx,
    Job,
    `select * from jobs where tenant_id = ? and session_id = ? and claim_id = ? and offer_expires_at is not null
     order by queued_at, id`,
    [tenantId, sessionId, claimId],
  )
}

/**
 * Takes back the offers of a claim whose client disconnected before the response was sent: other agents can have the jobs
 * at once instead of after `offer_ms`. Offers of a job that is offered only once remain, and so do all offers if the agent
 * has polled again: that poll receives them.
 */
export async function withdrawUnsentOffers(
  context: TenantContext & JobContext,
  claimant: Claimant,
  claim: Claim,
): Promise<void> {
  if (!(await recordClaimNumber(context, claimant, claim))) return
  const jobs = await readRows(
    context.trx,
    Job,
    `select * from jobs where tenant_id = ? and session_id = ? and claim_id = ? and offer_expires_at is not null
     order by id for update`,
    [context.tenantId, claimant.sessionId, claim.claimId],
  )
  const withdrawn = jobs.filter(({ kind }) => context.kinds[kind].unacceptedOffer === null)
  await withdrawOffers(context, withdrawn as LeasedJob[])
  await wakeTenants(context, jobs)
}

/** A job that can be offered, and its device. */
export interface Candidate {
  id: string
  device_id: string
}

/**
 * Returns jobs of restores, confirmations first. Only an agent that is not in lab mode restores devices, and only over
 * SSH.
 */
async function lockRestores(context: TenantContext, claimant: Claimant, limit: number): Promise<Candidate[]> {
  if (claimant.labMode) return []
  const { now } = context
  return lockCandidates(
    context,
    claimant,
    `j.kind = any(:restoreKinds::text[]) and d.platform = any(:ssh::text[])
       and (j.kind <> all(:changingKinds::text[]) or j.queued_at > :queuedBefore)
       and (j.restore_id is null or exists (
         select from jobs r where r.tenant_id = j.tenant_id and r.id = j.restore_id
           and case j.kind when 'restore_check' then r.check_at is not null
               else r.status = 'awaiting_confirmation' and r.confirm_until > :now end))
     order by array_position(array['restore_confirm', 'restore_check', 'restore'], j.kind), j.queued_at, j.id`,
    { limit, changingKinds: [...changingKinds], queuedBefore: new Date(now.getTime() - restoreTimeoutMs) },
  )
}

async function lockOthers(context: TenantContext, claimant: Claimant, limit: number): Promise<Candidate[]> {
  return lockCandidates(
    context,
    claimant,
    `j.kind <> all(:restoreKinds::text[])
       and case when j.kind = 'dry_run' then :readsDocuments and ${triedVersion(':dryRunFormat::int', 'v.transports && :transports::text[]')}
           else d.transport_pref = 'auto' and d.platform = any(:auto::text[])
             or d.transport_pref = 'ssh' and d.platform = any(:ssh::text[])
             or d.transport_pref = 'api' and d.platform = any(:api::text[])
             or :readsDocuments and ${hasStoredPlatform(`case d.transport_pref
                  when 'auto' then v.transports && :transports::text[]
                  else d.transport_pref = any(v.transports) and d.transport_pref = any(:transports::text[]) end`)} end
     order by j.queued_at, j.id`,
    { limit },
  )
}

/** @param conditionsAndOrder further conditions on job and device, and the order */
async function lockCandidates(
  { trx, tenantId, now }: TenantContext,
  claimant: Claimant,
  conditionsAndOrder: string,
  more: { limit: number } & Record<string, unknown>,
): Promise<Candidate[]> {
  // devices that the service reaches itself are never offered to agents
  const platforms = claimant.platforms.flatMap((id) => platformById(id) ?? []).filter(({ reachedBy }) => !reachedBy)
  const reachable = (preference: 'auto' | Transport) =>
    platforms.filter((platform) => canReach(platform, preference, claimant)).map(({ id }) => id)
  const { rows } = await trx.raw<{ rows: Candidate[] }>(
    `select j.id, j.device_id
     from jobs j join devices d on d.tenant_id = j.tenant_id and d.id = j.device_id
     where j.tenant_id = :tenantId and j.status in ('queued', 'retrying') and j.not_before <= :now
       and j.lease_id is null
       and d.enabled and d.decommissioned_at is null
       and not exists (
         select from jobs h where h.tenant_id = j.tenant_id and h.device_id = j.device_id and h.held_until > :now
           and h.id is distinct from j.restore_id)
       and exists (
         select from agents a join agent_sessions s on s.tenant_id = a.tenant_id and s.agent_id = a.id
         where a.tenant_id = j.tenant_id and a.id = :agentId and s.id = :sessionId and s.ended_at is null
           and a.revoked_at is null and a.cloned_at is null and a.rewound_at is null)
       and not exists (
         select from device_leases l where l.tenant_id = j.tenant_id and l.device_id = j.device_id)
       and (not exists (
              select from device_agents a where a.tenant_id = j.tenant_id and a.device_id = j.device_id)
            or exists (
              select from device_agents a
              where a.tenant_id = j.tenant_id and a.device_id = j.device_id and a.agent_id = :agentId))
       and ${conditionsAndOrder}
     limit :limit
     for update of j skip locked`,
    {
      tenantId,
      now,
      agentId: claimant.agentId,
      sessionId: claimant.sessionId,
      auto: reachable('auto'),
      ssh: reachable('ssh'),
      api: reachable('api'),
      restoreKinds: [...restoreKinds],
      readsDocuments: claimant.documentFormat >= documentFormat,
      dryRunFormat: claimant.dryRunFormat,
      transports: claimant.transports,
      ...more,
    },
  )
  return rows
}

function canReach(platform: Platform, preference: 'auto' | Transport, { transports }: Claimant): boolean {
  return transportOrder(platform, preference).some((transport) => transports.includes(transport))
}

interface NewLease extends Candidate {
  lease_id: string
}

/** Returns one row for each device: two jobs of a device may both be candidates. */
export async function takeDevices({ trx, tenantId }: TenantContext, candidates: Candidate[]): Promise<NewLease[]> {
  const leases = candidates
    .map((candidate) => ({ ...candidate, lease_id: randomUUIDv7() }))
    .filter(({ device_id: deviceId }, at) => candidates.findIndex((one) => one.device_id === deviceId) === at)
    .sort((a, b) => (a.device_id < b.device_id ? -1 : 1)) // all claims lock devices in the same order, which avoids deadlocks
  const { rows } = await trx.raw<{ rows: { lease_id: string }[] }>(
    `insert into device_leases (tenant_id, device_id, job_id, lease_id)
     select ?, * from unnest(?::uuid[], ?::uuid[], ?::uuid[])
     on conflict do nothing returning lease_id`,
    [tenantId, leases.map((one) => one.device_id), leases.map((one) => one.id), leases.map((one) => one.lease_id)],
  )
  const insertedLeases = new Set(rows.map((row) => row.lease_id))
  return leases.filter((one) => insertedLeases.has(one.lease_id))
}

/** Returns the jobs that are offered, oldest first. */
function offer(
  { trx, tenantId }: TenantContext,
  { agentId, sessionId, labMode }: Claimant,
  { claimId }: Claim,
  leases: NewLease[],
  expiresAt: Date,
): Promise<Job[]> {
  return readRows(trx, Job, offerSql, {
    tenantId,
    agentId,
    sessionId,
    claimId,
    labMode,
    expiresAt,
    jobs: leases.map((lease) => lease.id),
    leases: leases.map((lease) => lease.lease_id),
  })
}

const offerSql = `with offered as (
    update jobs j set
      agent_id = :agentId, session_id = :sessionId, claim_id = :claimId, lease_id = w.lease_id,
      offer_expires_at = :expiresAt, lab_mode = :labMode,
      host_not_compared = exists (
        select from fingerprints f join devices d on d.tenant_id = f.tenant_id and d.id = f.device_id
        where f.tenant_id = j.tenant_id and f.device_id = j.device_id and f.host = d.hostname
          and f.status = 'approved' and not f.compared)
    from unnest(:jobs::uuid[], :leases::uuid[]) as w (id, lease_id)
    where j.tenant_id = :tenantId and j.id = w.id
    returning j.*)
  select * from offered order by queued_at, id`
