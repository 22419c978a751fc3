import type { Worker, WorkerOptions } from 'node:worker_threads'
import { isOfRestore } from '../../shared/agent-protocol/restore-kinds.ts'
import type { StopReason } from '../job-aborted.ts'
import type { Backoff } from '../link/backoff.ts'
import { Refused } from '../link/transport-error.ts'
import { openNumbers } from '../link/request-counter.ts'
import { claimJobs, sendHeartbeat } from '../link/service.ts'
import type { SharedBudget } from '../repository/memory-budget.ts'
import type { Identity, Session } from './begin-session.ts'
import { type Offer, type Capacity, startClaims } from './claims.ts'
import { createWorkerPool, restoreSlots } from './worker-pool.ts'
import { type Beat, type HeartbeatAnswer, type LeaseId, startHeartbeatLoop } from './heartbeat-loop.ts'
import { reportKilled } from './report-killed.ts'
import { type Lease, lookMs, leaseAction } from './leases.ts'

/** How a session ended: by our own wish, by the service, or for good. */
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
  /** The steady clock. */
  now: () => number
  /** Aborted to end: no more work is taken, and what runs may finish for `graceMs`. */
  stopping: AbortSignal
  graceMs: number
  pingMs: number
  silentMs: number
  idleMs: number
}

/** Claims, starts, keeps and ends jobs until the session is over. */
export async function workSession(settings: WorkSettings): Promise<SessionEnd> {
  const { identity, session, concurrency, log, backoff, now, stopping, graceMs } = settings
  const { exchange, answer, envelopeKeys } = session
  const { intervals } = answer
  const numbers = openNumbers(session.numbers)
  const leases = new Map<string, Lease>()
  const dropped = new Map<string, LeaseId>()
  const own = new AbortController() // of what the supervisor itself reports for workers that were killed
  const { promise: ended, resolve: end } = Promise.withResolvers<SessionEnd>()
  let isDraining = false
  let onIdle: () => void = () => undefined
  let onFinished: () => void = () => undefined

  const pool = createWorkerPool(
    {
      size: settings.workers,
      start: {
        baseUrl: identity.baseUrl,
        caCertificates: settings.caCertificates,
        agentId: identity.agentId,
        tenantId: identity.tenantId,
        keySeed: identity.keySeed,
        serviceKey: identity.serviceKey,
        sessionId: answer.session_id,
        envelopePrivateKey: envelopeKeys.privateKey,
        numbers: session.numbers,
        clock: session.clock,
        backoff,
        budget: settings.budget,
      },
      spawn: settings.spawn,
      pingMs: settings.pingMs,
      silentMs: settings.silentMs,
      idleMs: settings.idleMs,
    },
    {
      opened: (leaseId, reportKey) => patch(leaseId, { reportKey }),
      committing: (leaseId) => patch(leaseId, { mustFinish: true }),
      result: (leaseId) => patch(leaseId, { phase: 'result' }),
      done: forget,
      lost: (leaseIds) => leaseIds.forEach(drop),
      trouble: (line) => log('warn', line),
    },
  )
  const heartbeatLoop = startHeartbeatLoop({
    everyMs: intervals.heartbeat_ms,
    send: (beat) => sendHeartbeat(exchange, beat, Math.min(intervals.heartbeat_ms, 10_000)),
    beatFor: (isFull) => ({
      leases: [...leases.values()].filter(({ phase }) => isFull || phase === 'offered').map(idsOf),
      dropped: [...dropped.values()].slice(0, 1_000),
      ...(numbers.altered() > 0 && { altered: numbers.altered() }),
    }),
    onAnswer: heard,
    onRefused: refused,
    onTrouble: (line) => log('warn', line),
    now,
  })
  const claims = startClaims({
    room,
    fullMs,
    claim: (body, signal) => claimJobs(exchange, body, intervals.claim_give_up_ms, signal),
    onOffers: take,
    onRefused: refused,
    onTrouble: (line) => log('warn', line),
    backoff,
  })
  const look = setInterval(() => [...leases.values()].forEach(judge), lookMs(intervals))
  const onStop = () => void windDown()
  stopping.addEventListener('abort', onStop, { once: true })
  if (stopping.aborted) onStop()

  const how = await ended
  stopping.removeEventListener('abort', onStop)
  claims.stop()
  heartbeatLoop.stop()
  for (const lease of leases.values()) if (lease.phase === 'running') stop(lease, 'lost')
  await untilNoneMustFinish() // nobody hears of it, but the device is not left in the middle of it
  clearInterval(look)
  own.abort()
  await pool.close()
  return how

  function room(): Capacity {
    if (isDraining || stopping.aborted) return { slots: 0, restores: 0 }
    const restores = [...leases.values()].filter(isOfRestore).length
    return {
      slots: Math.max(0, concurrency - (leases.size - restores)),
      restores: Math.max(0, restoreSlots - restores),
    }
  }

  function take(offers: Offer[]) {
    const at = now()
    for (const { job_id: jobId, lease_id: leaseId, kind, deadline_ms: deadlineMs, envelope, ...offer } of offers) {
      if (leases.has(leaseId)) continue
      const job = { jobId, leaseId, kind, envelope, envelopeSignature: offer.envelope_signature }
      leases.set(leaseId, { ...job, phase: 'offered', deadlineMs, offeredAt: at, startedAt: 0, heldAt: 0 })
    }
    if (offers.length > 0) heartbeatLoop.soon()
  }

  function heard(beat: Beat, { leases: states, drain }: HeartbeatAnswer, sentAt: number) {
    numbers.toldAltered(beat.altered ?? 0)
    for (const { lease_id: leaseId } of beat.dropped) dropped.delete(leaseId)
    for (const { lease_id: leaseId, state } of states) {
      const lease = leases.get(leaseId)
      if (!lease) continue
      if (state === 'held') keep(lease, sentAt)
      else if (lease.phase === 'offered') forget(leaseId)
      else if (lease.phase === 'running') stop(lease, state === 'cancel' ? 'cancelled' : 'lost')
      // a result that is on its way is offered all the same: its answer says what became of the lease
    }
    if (drain !== isDraining) {
      isDraining = drain
      claims.changed()
    }
  }

  /** The first heartbeat that is accepted turns an offer into an attempt: only now may the device be touched. */
  function keep(lease: Lease, sentAt: number) {
    lease.heldAt = sentAt
    if (lease.phase !== 'offered') return
    lease.phase = 'running'
    lease.startedAt = sentAt
    const { jobId, leaseId, kind, envelope, envelopeSignature } = lease
    pool.run({ jobId, leaseId, kind, envelope, envelopeSignature })
    lease.envelope = ''
  }

  function judge(lease: Lease) {
    const decision = leaseAction(lease, now(), intervals)
    if (decision === 'hand-back') drop(lease.leaseId)
    else if (decision === 'overdue') stop(lease, 'deadline')
    else if (decision === 'give-up') abandon(lease)
    else if (decision === 'kill') kill(lease)
    else if (decision === 'fence') {
      log('warn', `job ${lease.jobId}: the service was not heard for too long, the device is left`)
      stop(lease, 'lost')
    }
  }

  function stop(lease: Lease, reason: StopReason) {
    if (lease.stopped || lease.mustFinish) return
    lease.stopped = { reason, at: now() }
    pool.stop(lease.leaseId, reason)
  }

  function abandon({ leaseId, jobId }: Lease) {
    log('error', `job ${jobId}: its result was not taken in time and is given up`)
    pool.abandon(leaseId)
    forget(leaseId)
  }

  /** What was to be reported is reported here: the worker cannot any more. */
  function kill(lease: Lease) {
    const { leaseId, reportKey, stopped, mustFinish } = lease
    const isTold = !mustFinish && stopped !== undefined && stopped.reason !== 'lost'
    const isReported = isTold && reportKey !== undefined // of what may have been done nobody here knows
    if (isReported) Object.assign(lease, { phase: 'result', isKilled: true })
    pool.kill(leaseId)
    if (!isReported) return
    const report = { identity, session, backoff, signal: own.signal, onTrouble: (line: string) => log('warn', line) }
    void reportKilled(lease, reportKey, stopped.reason, report).finally(() => forget(leaseId))
  }

  /** Its worker is gone. One that was killed for this very job is reported by `kill`. */
  function drop(leaseId: string) {
    const lease = leases.get(leaseId)
    if (!lease || lease.isKilled) return
    dropped.set(leaseId, idsOf(lease))
    forget(leaseId)
    heartbeatLoop.soon()
  }

  function patch(leaseId: string, change: Partial<Lease>) {
    const lease = leases.get(leaseId)
    if (lease) Object.assign(lease, change)
    onFinished()
  }

  function forget(leaseId: string) {
    if (!leases.delete(leaseId)) return
    onFinished()
    claims.changed()
    if (leases.size === 0) onIdle()
  }

  /** They end by themselves, or are killed when no device takes so long. */
  async function untilNoneMustFinish() {
    const isAt = ({ phase, mustFinish }: Lease) => phase === 'running' && mustFinish === true
    while ([...leases.values()].some(isAt)) await new Promise<void>((resolve) => (onFinished = resolve))
  }

  function refused(error: Error) {
    if (error instanceof Refused && error.code === 'revoked') return end('revoked')
    log('warn', `the session is over: ${error.message}`)
    end('over')
  }

  /** Finishes or hands back; heartbeats go on until the last result has been taken. */
  async function windDown() {
    claims.changed()
    for (const lease of [...leases.values()]) if (lease.phase === 'offered') drop(lease.leaseId)
    log('info', `stopping; jobs that run: ${leases.size}`)
    const timer = setTimeout(() => {
      for (const lease of [...leases.values()]) {
        if (lease.phase !== 'running' || lease.mustFinish) continue
        stop(lease, 'lost')
        drop(lease.leaseId)
      }
    }, graceMs)
    await idle()
    clearTimeout(timer)
    const farewell = setTimeout(() => end('stopped'), farewellMs)
    while (dropped.size > 0) await heartbeatLoop.nextAccepted()
    clearTimeout(farewell)
    end('stopped')
  }

  function idle(): Promise<void> {
    return leases.size === 0 ? Promise.resolve() : new Promise((resolve) => (onIdle = resolve))
  }
}

function idsOf({ jobId, leaseId }: { jobId: string; leaseId: string }): LeaseId {
  return { job_id: jobId, lease_id: leaseId }
}

const fullMs = 2_000

/** How long an agent that stops waits for its last word to be heard; leases that nobody gave back expire. */
const farewellMs = 10_000
