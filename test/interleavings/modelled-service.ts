import { createHash, randomUUIDv7 } from 'node:crypto'
import { openSession } from '../../service/domain/inventory/agents/open-session.ts'
import type { TenantContext } from '../../service/domain/kernel/context.ts'
import { type Claim, claimJobs } from '../../service/domain/jobs/claim-jobs.ts'
import { commitResult } from '../../service/domain/jobs/commit-result.ts'
import type { FailpointName } from '../../service/domain/jobs/failpoint.ts'
import { heartbeat } from '../../service/domain/jobs/heartbeat.ts'
import { endAbandonedJobs } from '../../service/domain/jobs/end-abandoned-jobs.ts'
import { triggerBackups } from '../../service/domain/jobs/trigger-backups.ts'
import { DomainError } from '../../service/domain/kernel/domain-error.ts'
import type { Repository } from '../../service/domain/repository/chunks/repository.ts'
import type { TenantKeys } from '../../service/keys/tenant-keys.ts'
import type { AgentSession } from '../../service/store/models/agent-session.ts'
import { confirmRestore } from '../../service/domain/jobs/kinds/restore/confirm-restore.ts'
import { findLiveRestore } from '../../service/domain/inventory/devices/live-restore.ts'
import { Job } from '../../service/store/models/job.ts'
import { inScope } from '../../service/store/scope.ts'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import { reportKeyOf, sealReport } from '../../shared/agent-protocol/report.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { type ChunkId, chunkIdOf } from '../../shared/repository/chunk-id.ts'
import type { Customer, TestService } from '../support/service.ts'
import { roomyWalk } from '../support/roomy-walk.ts'
import { jobKinds } from '../../service/domain/jobs/kinds/registry.ts'
import { releaseAgentLeases } from '../../service/domain/jobs/kinds/queue-ports.ts'

type Schemas = components['schemas']

/** The result of a request; `undefined` means that the service died during it. */
export type Outcome<T> = { ok: T } | { refused: string } | undefined

/** A session as its process knows it. */
export interface HeldSession {
  id: string
  /** Of the next request. */
  number: number
}

/**
 * The rules of the agent protocol on the real database, without HTTP, signatures and packs. Requests carry the number
 * with which they were sent; each number is accepted once, as by the real exchange.
 */
export interface ModelledService {
  deviceId: string
  agentIds: string[]
  open(agentId: string, boot: string, sequence: number, sentAt: number): Promise<Outcome<AgentSession>>
  claim(
    agentId: string,
    session: HeldSession,
    number: number,
    claim: Pick<Claim, 'claimId' | 'freeSlots' | 'restoreSlots'>,
  ): Promise<Outcome<Job[]>>
  beat(
    agentId: string,
    session: HeldSession,
    number: number,
    beat: { leases: Schemas['Lease'][]; dropped: Schemas['Lease'][] },
  ): Promise<Outcome<Schemas['HeartbeatAnswer']['leases']>>
  /** Returns the body of a result with this text, whose chunk is stored; of a failure without one. */
  result(jobId: string, leaseId: string, text: string | null): Promise<Schemas['JobResult']>
  /** Returns the body of a result of a restore or a follow-up job. */
  restoreResult(jobId: string, leaseId: string, restore: Schemas['RestoreResult'], error?: string): Schemas['JobResult']
  /** Requests a restore of the device, unless one is running. */
  restore(): Promise<void>
  /** Confirms the pending restore. */
  confirm(): Promise<void>
  /** @param dieAt the step at which the service dies */
  commit(
    agentId: string,
    session: HeldSession,
    number: number,
    jobId: string,
    body: Schemas['JobResult'],
    dieAt?: FailpointName,
  ): Promise<Outcome<Schemas['ResultAnswer']>>
  trigger(): Promise<void>
  reap(): Promise<void>
  /** Jobs that were queued since `since`, and the number of versions that each wrote. */
  jobs(since: Date): Promise<(Pick<Job, 'id' | 'kind' | 'status' | 'attempts' | 'losses'> & { versions: number })[]>
  /** Number of agents that were suspended as cloned or rewound. */
  setAside(): Promise<number>
}

const junos = { platform: 'routeco_junos', transport_pref: 'ssh' } as const

const everything = { platforms: ['routeco_junos'], transports: ['ssh'], slots: 1, documentFormat: 0, dryRunFormat: 0 }

/** @param now the world's clock */
export async function aModelledService(
  { dependencies }: TestService,
  customer: Customer,
  agents: number,
  now: () => Date,
): Promise<ModelledService> {
  const { knex, workers } = dependencies
  const tenantId = customer.id
  const keys: TenantKeys = await dependencies.keys.of(tenantId)
  const device = await customer.hasDevice({ ...junos, retry_attempts: 1, retry_delay_minutes: 1 })
  const agentIds = (await Promise.all(Array.from({ length: agents }, () => customer.hasAgent()))).map(({ id }) => id)
  const chunks = new Map<string, Buffer>()
  const spent = new Set<string>()
  const actor = { kind: 'agent', id: null, name: 'agent:modelled', role: null, tenantId } as const
  const within = <T>(work: (call: TenantContext) => PromiseLike<T>) =>
    inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
      work({ actor, origin: { requestId: null, ip: null }, tenantId, now: now(), trx, keys: dependencies.keys }),
    )

  let hasWork = true
  /** Runs work that may make a job claimable. */
  const changing: typeof within = (work) => {
    hasWork = true
    return within(work).finally(() => (hasWork = true))
  }

  /** As in the exchange: consumes the number first, in a session that has not ended. */
  async function inSession<T>({ id }: HeldSession, number: number, work: () => Promise<T>): Promise<Outcome<T>> {
    const { rowCount } = await within(({ trx, tenantId: of }) =>
      trx.raw(
        `update agent_sessions set spoke_at = coalesce(spoke_at, ?) where tenant_id = ? and id = ? and ended_at is null`,
        [now(), of, id],
      ),
    )
    if (rowCount === 0) return { refused: 'session_ended' }
    if (spent.has(`${id} ${number}`)) return { refused: 'replayed' }
    spent.add(`${id} ${number}`)
    return answered(work)
  }

  /** Whether a round of the reaper would find anything. Called far more often than that is true. */
  async function isDue(call: TenantContext): Promise<boolean> {
    const { rows } = await call.trx.raw(
      `select exists (
         select from jobs where tenant_id = :tenantId and (check_at <= :now
           or status = 'awaiting_confirmation' and confirm_until <= :now
           or status in ('queued', 'retrying', 'running') and restore_id is not null
           or status in ('queued', 'retrying', 'running')
           and (offer_expires_at <= :now or lease_expires_at <= :now or deadline_at <= :now
                or status = 'retrying' and not_before <= :now or queued_at <= :now::timestamptz - interval '15 minutes'))) as due`,
      { tenantId, now: call.now },
    )
    return rows[0].due
  }

  return {
    deviceId: device.id,
    agentIds,
    async open(agentId, boot, sequence, sentAt) {
      const challengedAt = new Date(sentAt)
      if (now().getTime() - sentAt > 60_000) return { refused: 'challenge_expired' }
      const facts = { protocol: 1, version: '1.0.0', hostname: 'modelled', ...everything }
      const envelopeKey = createHash('sha256').update(boot).digest()
      const opened = await answered(() =>
        changing((call) =>
          openSession(
            call,
            agentId,
            { bootId: boot, envelopeKey, sequence, challengedAt, ...facts },
            releaseAgentLeases,
          ),
        ),
      )
      if (!opened || 'refused' in opened) return opened
      return opened.ok instanceof DomainError ? { refused: String(opened.ok.fields.code) } : { ok: opened.ok.session }
    },
    claim(agentId, session, number, claim) {
      if (!hasWork) return Promise.resolve({ ok: [] }) // a poll without a wake-up
      const claimant = { agentId, sessionId: session.id, labMode: false, ...everything }
      return inSession(session, number, async () => {
        hasWork = false
        const jobs = await within((call) => claimJobs(call, claimant, { ...claim, number }, defaultIntervals))
        if (jobs.length > 0) hasWork = true // there may be more, and the same claim may be repeated
        return jobs
      })
    },
    beat: (agentId, session, number, beat) =>
      inSession(session, number, () =>
        changing((call) =>
          heartbeat(
            { ...call, kinds: jobKinds },
            { agentId, sessionId: session.id, number, ...beat },
            defaultIntervals,
          ),
        ),
      ),
    async result(jobId, leaseId, text) {
      const report = { warnings: [], steps: [], artifacts: {} }
      const reportKey = reportKeyOf(keys.dataKey, leaseId)
      const sealed = sealReport(reportKey, { jobId, leaseId, purpose: 'result' }, report)
      const failed = { outcome: 'failed' as const, error_code: 'connection_timeout', transport: null, artifacts: [] }
      if (text === null) return { lease_id: leaseId, sealed, ...failed }
      const raw = Buffer.from(text)
      const chunk = chunkIdOf(keys.chunkIdKey, raw)
      chunks.set(chunk, raw)
      await within((call) => storeChunk(call, chunk, raw.length))
      const content = { size: raw.length, chunks: [chunk] }
      const artifact = { key: 'configuration-conf', transport: 'ssh' as const, state: 'captured' as const, content }
      return {
        lease_id: leaseId,
        sealed,
        outcome: 'collected' as const,
        transport: 'ssh' as const,
        artifacts: [artifact],
      }
    },
    restoreResult(jobId, leaseId, restore, error) {
      const report = { warnings: [], steps: [], artifacts: {}, ...(error && { error }) }
      const sealed = sealReport(reportKeyOf(keys.dataKey, leaseId), { jobId, leaseId, purpose: 'result' }, report)
      return { lease_id: leaseId, sealed, outcome: 'restore', transport: 'ssh', artifacts: [], restore }
    },
    restore: () =>
      changing(async (call) => {
        if (await findLiveRestore(call, device.id)) return
        await Job.query(call.trx)
          .where({ tenantId, deviceId: device.id, kind: 'restore' })
          .whereIn('status', ['unknown', 'reverted'])
          .patch({ checkAt: null, heldUntil: null, errorCode: 'restore_unknown' })
        await Job.query(call.trx).insert({
          id: randomUUIDv7(),
          tenantId,
          deviceId: device.id,
          kind: 'restore',
          trigger: 'manual',
          requestedBy: 'somebody',
          status: 'queued',
          queuedAt: call.now,
          notBefore: call.now,
          versionId: randomUUIDv7(),
          confirmMinutes: 3,
        })
      }),
    async confirm() {
      await answered(() =>
        changing((call) => confirmRestore(call, device.id, { signals: dependencies.signals, platformPolicy: 'allow' })),
      )
    },
    commit: (agentId, session, number, jobId, body, dieAt) =>
      inSession(session, number, () =>
        commitResult(
          {
            within: changing,
            keys,
            repository: memoryOnly(chunks),
            workers,
            kinds: jobKinds,
            intervals: defaultIntervals,
            timeZone: 'UTC',
            alarm: () => undefined,
            failpoint(name) {
              if (name === dieAt) throw new ServiceDied()
            },
          },
          {
            claim: { agentId, jobId, leaseId: body.lease_id },
            result: body,
            bodyHash: createHash('sha256').update(JSON.stringify(body)).digest(),
          },
        ),
      ),
    async trigger() {
      await changing((call) => triggerBackups(call, { deviceIds: [device.id] }, dependencies.signals))
    },
    async reap() {
      // Only this tenant's, in one transaction: other worlds have their own time.
      const options = {
        everyMs: 5_000,
        resultGraceMs: defaultIntervals.result_grace_ms,
        timeZone: 'UTC',
        kinds: jobKinds,
      }
      await within(async (call) => {
        if (!(await isDue(call))) return
        hasWork = true
        await endAbandonedJobs((step) => step(call), options)
      })
    },
    jobs: (since) =>
      within(async ({ trx }) => {
        const { rows } = await trx.raw(
          `select id, kind, status, attempts, losses,
                  (select count(*)::int from versions v where v.tenant_id = j.tenant_id and v.job_id = j.id) as versions
           from jobs j where tenant_id = ? and device_id = ? and queued_at >= ?`,
          [tenantId, device.id, since],
        )
        return rows
      }),
    setAside: () =>
      within(async ({ trx }) => {
        const { rows } = await trx.raw(
          `select count(*)::int as count from agents
           where tenant_id = ? and id = any(?) and (cloned_at is not null or rewound_at is not null)`,
          [tenantId, agentIds],
        )
        return rows[0].count
      }),
  }
}

class ServiceDied extends Error {}

async function answered<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: await work() }
  } catch (error) {
    if (error instanceof ServiceDied) return undefined
    if (error instanceof DomainError) return { refused: String(error.fields.code ?? error.status) }
    throw error
  }
}

async function storeChunk({ trx, tenantId, now }: TenantContext, chunk: ChunkId, length: number): Promise<void> {
  await trx.raw(
    `with pack as (
       insert into packs (id, tenant_id, status, size, sha256, md5, announced_at, expires_at, verified_at)
       values (:pack, :tenantId, 'verified', 1, '', '', :now, :now, :now) returning id)
     insert into chunks (tenant_id, id, pack_id, block_offset, block_length, chunk_offset, length, last_promised_at)
     select :tenantId, :chunk, id, 0, 1, 0, :length, :now from pack
     on conflict do nothing`,
    { pack: randomUUIDv7(), tenantId, now, chunk: Buffer.from(chunk, 'hex'), length },
  )
}

/** Only what a commit needs of a repository. */
function memoryOnly(chunks: ReadonlyMap<string, Buffer>): Repository {
  const notHere = () => Promise.reject(new Error('the model has no packs and no trees'))
  return {
    chunkReader: () => ({ read: (id) => Promise.resolve(Buffer.from(chunks.get(id) ?? '')) }),
    sequentialReader: () => ({ read: (id) => Promise.resolve(Buffer.from(chunks.get(id) ?? '')) }),
    announcePacks: notHere,
    announceBatch: notHere,
    receivePack: notHere,
    verifyPack: notHere,
    walkMemory: () => roomyWalk,
    walkStoredTree: notHere,
    writeManifests: () => Promise.resolve(),
  }
}
