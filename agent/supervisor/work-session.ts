import type { Worker, WorkerOptions } from 'node:worker_threads'
import { isOfRestore } from '../../shared/agent-protocol/restore-kinds.ts'
import type { StopReason } from '../job-aborted.ts'
import type { Backoff } from '../link/backoff.ts'
import { Refused } from '../link/transport-error.ts'
import type { ListenerRun } from '../listeners/run-listeners.ts'
import { type Numbers, openRequestCounter } from '../link/request-counter.ts'
import { claimJobs, sendHeartbeat } from '../link/service.ts'
import type { SharedBudget } from '../repository/memory-budget.ts'
import type { Identity, Session } from './begin-session.ts'
import { type Capacity, type Claims, type Offer, startClaims } from './claims.ts'
import { createWorkerPool, restoreSlots, type WorkerPool } from './worker-pool.ts'
import {
  type Beat,
  type HeartbeatAnswer,
  type HeartbeatLoop,
  type LeaseId,
  startHeartbeatLoop,
} from './heartbeat-loop.ts'
import { reportKilled } from './report-killed.ts'
import { type Lease, lookMs, leaseAction } from './leases.ts'

/** How a session ended: stopped by the agent, ended by the service, or ended by a revocation. */
export type SessionEnd = 'stopped' | 'over' | 'revoked'

export interface WorkSettings {
  identity: Identity
  session: Session
  concurrency: number
  workers: number
  budget: SharedBudget
  caCertificates?: string
  spawn: (options: WorkerOptions) => Worker
  log: (level: 'info' | 'warn' | 'error', line: string) => void
  backoff: Backoff
  /** A monotonic clock, in milliseconds. */
  now: () => number
  /** Aborted to stop: no more jobs are claimed, and running ones may continue for `graceMs`. */
  stopping: AbortSignal
  listeners: ListenerRun
  graceMs: number
  pingMs: number
  silentMs: number
  idleMs: number
}

/** Claims, starts, renews and ends jobs until the session ends. */
export async function workSession(settings: WorkSettings): Promise<SessionEnd> {
  return new WorkSession(settings).run()
}

/** The leases of one session with the service, and the loops that work on them. */
class WorkSession {
  readonly #settings: WorkSettings
  readonly #numbers: Numbers
  readonly #leases = new Map<string, Lease>()
  readonly #dropped = new Map<string, LeaseId>()
  readonly #own = new AbortController() // for reports about killed workers
  readonly #ended: Promise<SessionEnd>
  readonly #end: (how: SessionEnd) => void
  readonly #pool: WorkerPool
  readonly #heartbeatLoop: HeartbeatLoop
  readonly #claims: Claims
  #isDraining = false
  #onIdle: () => void = () => undefined
  #onFinished: () => void = () => undefined

  constructor(settings: WorkSettings) {
    this.#settings = settings
    this.#numbers = openRequestCounter(settings.session.numbers)
    const { promise, resolve } = Promise.withResolvers<SessionEnd>()
    this.#ended = promise
    this.#end = resolve
    this.#pool = this.#createPool()
    this.#heartbeatLoop = this.#startHeartbeatLoop()
    this.#claims = this.#startClaims()
  }

  /** Runs until the session ends; then stops running jobs and closes the workers. */
  async run(): Promise<SessionEnd> {
    const { stopping, session } = this.#settings
    const checks = setInterval(
      () => [...this.#leases.values()].forEach((lease) => this.#check(lease)),
      lookMs(session.answer.intervals),
    )
    const onStop = () => void this.#windDown()
    stopping.addEventListener('abort', onStop, { once: true })
    if (stopping.aborted) onStop()

    const how = await this.#ended
    stopping.removeEventListener('abort', onStop)
    this.#claims.stop()
    this.#heartbeatLoop.stop()
    for (const lease of this.#leases.values()) if (lease.phase === 'running') this.#stop(lease, 'lost')
    // the service does not receive the result, but the device must not be left in an intermediate state
    await this.#finishRestores()
    clearInterval(checks)
    this.#own.abort()
    await this.#pool.close()
    return how
  }

  #createPool(): WorkerPool {
    const settings = this.#settings
    const { identity, session } = settings
    return createWorkerPool(
      {
        size: settings.workers,
        start: {
          baseUrl: identity.baseUrl,
          caCertificates: settings.caCertificates,
          agentId: identity.agentId,
          tenantId: identity.tenantId,
          keySeed: identity.keySeed,
          serviceKey: identity.serviceKey,
          sessionId: session.answer.session_id,
          envelopePrivateKey: session.envelopeKeys.privateKey,
          numbers: session.numbers,
          clock: session.clock,
          maxBatch: session.answer.max_batch,
          packMd5: session.answer.pack_md5 ?? true,
          backoff: settings.backoff,
          budget: settings.budget,
        },
        spawn: settings.spawn,
        pingMs: settings.pingMs,
        silentMs: settings.silentMs,
        idleMs: settings.idleMs,
      },
      {
        opened: (leaseId, reportKey) => this.#patch(leaseId, { reportKey }),
        committing: (leaseId) => this.#patch(leaseId, { mustFinish: true }),
        result: (leaseId) => this.#patch(leaseId, { phase: 'result' }),
        done: (leaseId) => this.#forget(leaseId),
        lost: (leaseIds) => leaseIds.forEach((leaseId) => this.#drop(leaseId)),
        warn: (line) => settings.log('warn', line),
      },
    )
  }

  #startHeartbeatLoop(): HeartbeatLoop {
    const { session, log, now } = this.#settings
    const { heartbeat_ms: everyMs } = session.answer.intervals
    return startHeartbeatLoop({
      everyMs,
      send: (beat) => sendHeartbeat(session.exchange, beat, Math.min(everyMs, 10_000)),
      beatFor: (isFull) => ({
        leases: [...this.#leases.values()].filter(({ phase }) => isFull || phase === 'offered').map(idsOf),
        dropped: [...this.#dropped.values()].slice(0, 1_000),
        ...(this.#numbers.altered() > 0 && { altered: this.#numbers.altered() }),
      }),
      onAnswer: (beat, answer, sentAt) => this.#readAnswer(beat, answer, sentAt),
      onRefused: (error) => this.#endRefused(error),
      onTrouble: (line) => log('warn', line),
      now,
    })
  }

  #startClaims(): Claims {
    const { session, log, backoff } = this.#settings
    const { claim_give_up_ms: timeoutMs } = session.answer.intervals
    return startClaims({
      room: () => this.#capacity(),
      fullMs,
      claim: (body, signal) => claimJobs(session.exchange, body, timeoutMs, signal),
      onOffers: (offers) => this.#addOffers(offers),
      onRefused: (error) => this.#endRefused(error),
      onTrouble: (line) => log('warn', line),
      backoff,
    })
  }

  #capacity(): Capacity {
    if (this.#isDraining || this.#settings.stopping.aborted) return { slots: 0, restores: 0 }
    const restores = [...this.#leases.values()].filter(isOfRestore).length
    return {
      slots: Math.max(0, this.#settings.concurrency - (this.#leases.size - restores)),
      restores: Math.max(0, restoreSlots - restores),
    }
  }

  #addOffers(offers: Offer[]) {
    const at = this.#settings.now()
    for (const { job_id: jobId, lease_id: leaseId, kind, deadline_ms: deadlineMs, envelope, ...offer } of offers) {
      if (this.#leases.has(leaseId)) continue
      const job = { jobId, leaseId, kind, envelope, envelopeSignature: offer.envelope_signature }
      this.#leases.set(leaseId, { ...job, phase: 'offered', deadlineMs, offeredAt: at, startedAt: 0, heldAt: 0 })
    }
    if (offers.length > 0) this.#heartbeatLoop.soon()
  }

  #readAnswer(beat: Beat, { leases: states, drain, listeners_since: since }: HeartbeatAnswer, sentAt: number) {
    const { listeners, identity, session } = this.#settings
    listeners.follow(since ?? null, {
      exchange: session.exchange,
      place: { tenantId: identity.tenantId, agentId: identity.agentId, sessionId: session.answer.session_id },
      envelopePrivateKey: session.envelopeKeys.privateKey,
    })
    this.#numbers.toldAltered(beat.altered ?? 0)
    for (const { lease_id: leaseId } of beat.dropped) this.#dropped.delete(leaseId)
    for (const { lease_id: leaseId, state } of states) {
      const lease = this.#leases.get(leaseId)
      if (!lease) continue
      if (state === 'held') this.#renew(lease, sentAt)
      else if (lease.phase === 'offered') this.#forget(leaseId)
      else if (lease.phase === 'running') this.#stop(lease, state === 'cancel' ? 'cancelled' : 'lost')
      // A result that is being sent is not stopped: the reply reports the state of the lease.
    }
    if (drain !== this.#isDraining) {
      this.#isDraining = drain
      this.#claims.changed()
    }
  }

  /** The first accepted heartbeat turns an offer into an attempt. Before it, the device must not be contacted. */
  #renew(lease: Lease, sentAt: number) {
    lease.heldAt = sentAt
    if (lease.phase !== 'offered') return
    lease.phase = 'running'
    lease.startedAt = sentAt
    const { jobId, leaseId, kind, envelope, envelopeSignature } = lease
    this.#pool.run({ jobId, leaseId, kind, envelope, envelopeSignature })
    lease.envelope = ''
  }

  #check(lease: Lease) {
    const decision = leaseAction(lease, this.#settings.now(), this.#settings.session.answer.intervals)
    if (decision === 'hand-back') this.#drop(lease.leaseId)
    else if (decision === 'overdue') this.#stop(lease, 'deadline')
    else if (decision === 'give-up') this.#abandon(lease)
    else if (decision === 'kill') this.#killWorker(lease)
    else if (decision === 'fence') {
      this.#settings.log(
        'warn',
        `job ${lease.jobId}: the service accepted no heartbeat in time, disconnecting from the device`,
      )
      this.#stop(lease, 'lost')
    }
  }

  #stop(lease: Lease, reason: StopReason) {
    if (lease.stopped || lease.mustFinish) return
    lease.stopped = { reason, at: this.#settings.now() }
    this.#pool.stop(lease.leaseId, reason)
  }

  #abandon({ leaseId, jobId }: Lease) {
    this.#settings.log('error', `job ${jobId}: its result was not accepted in time and is abandoned`)
    this.#pool.abandon(leaseId)
    this.#forget(leaseId)
  }

  /** Kills the worker of a lease and reports the result in its place. */
  #killWorker(lease: Lease) {
    const { leaseId, reportKey, stopped, mustFinish } = lease
    const isStopRequested = !mustFinish && stopped !== undefined && stopped.reason !== 'lost'
    const isReported = isStopRequested && reportKey !== undefined // the supervisor does not know what was done on the device
    if (isReported) Object.assign(lease, { phase: 'result', isKilled: true })
    this.#pool.kill(leaseId)
    if (!isReported) return
    const { identity, session, backoff, log } = this.#settings
    const onTrouble = (line: string) => log('warn', line)
    const report = { identity, session, backoff, signal: this.#own.signal, onTrouble }
    void reportKilled(lease, reportKey, stopped.reason, report).finally(() => this.#forget(leaseId))
  }

  /** Returns a lease whose worker has ended to the service. A killed worker's job was reported already. */
  #drop(leaseId: string) {
    const lease = this.#leases.get(leaseId)
    if (!lease || lease.isKilled) return
    this.#dropped.set(leaseId, idsOf(lease))
    this.#forget(leaseId)
    this.#heartbeatLoop.soon()
  }

  #patch(leaseId: string, change: Partial<Lease>) {
    const lease = this.#leases.get(leaseId)
    if (lease) Object.assign(lease, change)
    this.#onFinished()
  }

  #forget(leaseId: string) {
    if (!this.#leases.delete(leaseId)) return
    this.#onFinished()
    this.#claims.changed()
    if (this.#leases.size === 0) this.#onIdle()
  }

  /** Waits for jobs that must not be stopped, until they end or are killed for taking too long. */
  async #finishRestores() {
    const isAt = ({ phase, mustFinish }: Lease) => phase === 'running' && mustFinish === true
    while ([...this.#leases.values()].some(isAt)) await new Promise<void>((resolve) => (this.#onFinished = resolve))
  }

  #endRefused(error: Error) {
    if (error instanceof Refused && error.code === 'revoked') return this.#end('revoked')
    this.#settings.log('warn', `the session is over: ${error.message}`)
    this.#end('over')
  }

  /** Completes or returns jobs; heartbeats continue until the last result was accepted. */
  async #windDown() {
    this.#claims.changed()
    for (const lease of [...this.#leases.values()]) if (lease.phase === 'offered') this.#drop(lease.leaseId)
    this.#settings.log('info', `stopping; jobs that run: ${this.#leases.size}`)
    const timer = setTimeout(() => {
      for (const lease of [...this.#leases.values()]) {
        if (lease.phase !== 'running' || lease.mustFinish) continue
        this.#stop(lease, 'lost')
        this.#drop(lease.leaseId)
      }
    }, this.#settings.graceMs)
    await this.#idle()
    clearTimeout(timer)
    const farewell = setTimeout(() => this.#end('stopped'), farewellMs)
    while (this.#dropped.size > 0) await this.#heartbeatLoop.nextAccepted()
    clearTimeout(farewell)
    this.#end('stopped')
  }

  #idle(): Promise<void> {
    return this.#leases.size === 0 ? Promise.resolve() : new Promise((resolve) => (this.#onIdle = resolve))
  }
}

function idsOf({ jobId, leaseId }: { jobId: string; leaseId: string }): LeaseId {
  return { job_id: jobId, lease_id: leaseId }
}

const fullMs = 2_000

/** How long a stopping agent waits until its last heartbeat is accepted. Leases that were not returned expire. */
const farewellMs = 10_000
