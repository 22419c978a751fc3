import { randomUUID } from 'node:crypto'
import { type Lease, lookMs, leaseAction } from '../../agent/supervisor/leases.ts'
import { commitMs, defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import { changesDevice, isOfRestore } from '../../shared/agent-protocol/restore-kinds.ts'
import type { components } from '../../shared/contract/api-types.ts'
import type { Network } from './modelled-network.ts'
import type { Job } from '../../service/store/models/job.ts'
import type { ModelledJunos } from './modelled-junos.ts'
import type { HeldSession, ModelledService } from './modelled-service.ts'
import type { VirtualTime } from './virtual-time.ts'

type Schemas = components['schemas']
type Random = () => number

/** The environment of simulated agents. */
export interface AgentSurroundings {
  service: ModelledService
  network: Network
  time: VirtualTime
  /** When the world started; the agents' time is relative to it. */
  origin: number
  random: Random
  /** The simulated device, which restores change. */
  junos: ModelledJunos
  /** Called when an agent opens or closes a session with the device. */
  entered(who: string): void
  left(who: string): void
}

/** One agent's machine. Its disk outlives its processes. */
export interface ModelledAgent {
  start(): void
  /** Simulates SIGKILL: memory is lost, and TCP closes the session with the device. */
  kill(): void
  /** Simulates a crash of its collector; the supervisor returns the job. */
  loseCollector(): void
  readonly isAlive: boolean
}

const intervals = defaultIntervals

/**
 * A simulated agent by the rules of agent/supervisor: the real `leaseAction` decides when a lease is fenced, overdue,
 * returned or abandoned; heartbeats, claims and retries follow heartbeat-loop.ts, claims.ts and signed-job-link.ts.
 */
export function aModelledAgent(id: string, around: AgentSurroundings, disk: { sequence: number }): ModelledAgent {
  let process: Process | undefined
  return {
    get isAlive() {
      return process !== undefined
    },
    start() {
      process = startProcess(id, disk, around)
    },
    kill() {
      process?.end()
      process = undefined
    },
    loseCollector: () => process?.loseCollector(),
  }
}

interface Process {
  end(): void
  loseCollector(): void
}

function startProcess(id: string, disk: { sequence: number }, around: AgentSurroundings): Process {
  const { service, network, time, random, origin, junos } = around
  const boot = randomUUID()
  let isOver = false
  let isEnded = false
  let next: Process | undefined
  let session: HeldSession | undefined
  let leases = new Map<string, Lease>()
  let dropped: Schemas['Lease'][] = []
  const restoreIds = new Map<string, string>()
  let claimId = randomUUID()
  let isBeating = false
  let isBeatWanted = false
  let forgetBeat: () => void = () => undefined

  const later = (ms: number, event: () => void) => time.after(ms, () => isOver || event())
  const jittered = (ms: number) => ms * (0.8 + 0.4 * random())
  const backoff = (attempt: number) => 1_000 + random() * Math.min(59_000, 1_000 * 2 ** attempt)
  const isIn = (lease: Lease) => lease.phase === 'running'

  function begin(attempt = 1) {
    const sentAt = time.now
    const { sequence } = disk
    network.send(
      id,
      15_000,
      () => service.open(id, boot, sequence, origin + sentAt),
      (answer) => {
        if (isOver) return
        if (!answer || 'refused' in answer) return void later(backoff(attempt), () => begin(attempt + 1))
        disk.sequence = answer.ok.sequence
        session = { id: answer.ok.id, number: 0 }
        beat()
        claim()
        look()
      },
    )
  }

  /** Another process of this agent holds the session: starts a new session, and drops the leases. */
  function sessionOver() {
    for (const lease of leases.values()) if (isIn(lease)) around.left(lease.leaseId)
    leases = new Map()
    isOver = true
    time.after(jittered(1_000), () => {
      if (!isEnded) next = startProcess(id, disk, around) // another process from the service's perspective
    })
  }

  function planBeat(ms: number) {
    forgetBeat()
    forgetBeat = later(ms, beat)
  }

  function beat() {
    if (isBeating || !session) return
    const mine = session
    const content = { leases: [...leases.values()].map(idsOf), dropped: [...dropped] }
    if (content.leases.length + content.dropped.length === 0) return planBeat(jittered(intervals.heartbeat_ms))
    isBeating = true
    isBeatWanted = false
    const sentAt = time.now
    const number = ++mine.number
    network.send(
      id,
      10_000,
      () => service.beat(id, mine, number, content),
      (answer) => {
        if (isOver) return
        isBeating = false
        if (answer && 'refused' in answer && answer.refused === 'session_ended') return sessionOver()
        if (!answer || 'refused' in answer) return planBeat(jittered(intervals.heartbeat_ms / 8))
        dropped = dropped.filter((one) => !content.dropped.some(({ lease_id: lease }) => lease === one.lease_id))
        for (const { lease_id: leaseId, state } of answer.ok) hear(leaseId, state, sentAt)
        planBeat(isBeatWanted ? 0 : jittered(intervals.heartbeat_ms))
      },
    )
  }

  function beatSoon() {
    isBeatWanted = true
    if (!isBeating) planBeat(0)
  }

  function hear(leaseId: string, state: string, sentAt: number) {
    const lease = leases.get(leaseId)
    if (!lease) return
    if (state === 'held') {
      lease.heldAt = sentAt
      if (lease.phase !== 'offered') return
      Object.assign(lease, { phase: 'running', startedAt: sentAt })
      around.entered(leaseId)
      later(1_000 + random() * (random() < 0.1 ? 700_000 : 90_000), () => work(lease))
    } else if (lease.phase === 'offered') leases.delete(leaseId)
    else if (lease.phase === 'running') stop(lease, state === 'cancel' ? 'cancelled' : 'lost')
  }

  function claim() {
    const mine = session
    later(1_000 + random() * 30_000, () => {
      if (!mine || mine !== session) return
      const restores = [...leases.values()].filter(isOfRestore).length
      const room = { freeSlots: leases.size > restores ? 0 : 1, restoreSlots: restores > 0 ? 0 : 1 }
      if (room.freeSlots + room.restoreSlots === 0) return claim()
      const number = ++mine.number
      network.send(
        id,
        intervals.claim_give_up_ms,
        () => service.claim(id, mine, number, { claimId, ...room }),
        (answer) => {
          if (isOver) return
          if (answer && 'refused' in answer && answer.refused === 'session_ended') return sessionOver()
          if (answer && 'ok' in answer) {
            claimId = randomUUID()
            for (const job of answer.ok) take(job)
          }
          claim()
        },
      )
    })
  }

  function take({ id: jobId, leaseId, kind, restoreId }: Job) {
    if (!leaseId || leases.has(leaseId)) return
    const job = { jobId, leaseId, kind, envelope: '', envelopeSignature: '' }
    restoreIds.set(leaseId, restoreId ?? jobId)
    const deadlineMs = changesDevice({ kind }) ? intervals.deadlines_ms.restore : intervals.deadlines_ms.text
    leases.set(leaseId, { ...job, phase: 'offered', deadlineMs, offeredAt: time.now, startedAt: 0, heldAt: 0 })
    beatSoon()
  }

  function look() {
    for (const lease of leases.values()) {
      const decision = leaseAction(lease, time.now, intervals)
      if (decision === 'hand-back') drop(lease)
      else if (decision === 'overdue') stop(lease, 'deadline')
      else if (decision === 'fence') stop(lease, 'lost')
      else if (decision === 'kill') void (lease.mustFinish ? drop(lease) : leave(lease))
      else if (decision === 'give-up') leases.delete(lease.leaseId)
    }
    later(lookMs(intervals), look)
  }

  function stop(lease: Lease, reason: 'lost' | 'deadline' | 'cancelled') {
    if (lease.stopped || lease.mustFinish) return
    lease.stopped = { reason, at: time.now }
    later(random() * 8_000, () => leave(lease)) // some collectors hang and are killed
  }

  /** Leaves the device because the job was stopped; reports the job unless its lease was lost. */
  function leave(lease: Lease) {
    if (!isIn(lease) || !leases.has(lease.leaseId)) return
    if (lease.stopped?.reason !== 'lost') return offerResult(lease, null)
    around.left(lease.leaseId)
    leases.delete(lease.leaseId)
  }

  function work(lease: Lease) {
    if (!isOfRestore(lease)) return finish(lease)
    if (!isIn(lease) || lease.stopped || !leases.has(lease.leaseId)) return
    const restoreId = restoreIds.get(lease.leaseId) ?? lease.jobId
    if (lease.kind === 'restore_check') return offer(lease, { restore: junos.look(restoreId) })
    if (lease.kind === 'restore' && junos.isBusy()) return offer(lease, null)
    lease.mustFinish = true // before any change: agent/restore-run.ts
    const takesMs = random() * (random() < 0.2 ? commitMs : 20_000)
    // the session breaks
    if (random() < 0.15) later(random() * takesMs, () => offer(lease, { restore: { state: 'unknown' } }))
    const told = (found: Schemas['RestoreResult']) => isOver || offer(lease, { restore: found })
    if (lease.kind === 'restore') junos.commit(restoreId, { minutes: 3, takesMs }, () => told(pendingSince(time.now)))
    else junos.confirm(restoreId, takesMs, told)
  }

  function pendingSince(at: number): Schemas['RestoreResult'] {
    return { state: 'pending', committed_at: new Date(origin + at).toISOString() }
  }

  /** Sends the result of a restore or a follow-up job; null for one that failed before any change. */
  function offer(lease: Lease, done: { restore: Schemas['RestoreResult'] } | null) {
    if (!isIn(lease) || !leases.has(lease.leaseId)) return
    if (!done) return offerResult(lease, null)
    around.left(lease.leaseId)
    lease.phase = 'result'
    const { jobId, leaseId } = lease
    put(lease, service.restoreResult(jobId, leaseId, done.restore), 1)
  }

  function finish(lease: Lease) {
    if (!isIn(lease) || lease.stopped || !leases.has(lease.leaseId)) return
    offerResult(lease, random() < 0.7 ? `hostname r1\nsnmp-server location ${lease.leaseId}\nend\n` : null)
  }

  function offerResult(lease: Lease, text: string | null) {
    around.left(lease.leaseId)
    lease.phase = 'result'
    const { jobId, leaseId } = lease
    void time.after(0, async () => put(lease, await service.result(jobId, leaseId, text), 1))
  }

  function put(lease: Lease, body: Schemas['JobResult'], attempt: number) {
    const mine = session
    if (isOver || !mine || !leases.has(lease.leaseId)) return
    const number = ++mine.number
    const moment = random()
    const dieAt =
      moment < 0.05 ? 'after_verify' : moment < 0.1 ? 'before_commit' : moment < 0.2 ? 'after_commit' : undefined
    const work = () => service.commit(id, mine, number, lease.jobId, body, dieAt)
    network.send(id, 120_000, work, (answer) => {
      if (isOver) return
      const isRepeated = !answer || ('refused' in answer && !lettingGo.includes(answer.refused))
      if (isRepeated) later(backoff(attempt), () => put(lease, body, attempt + 1))
      else leases.delete(lease.leaseId)
    })
  }

  function drop(lease: Lease) {
    if (isIn(lease)) around.left(lease.leaseId)
    leases.delete(lease.leaseId)
    dropped.push(idsOf(lease))
    beatSoon()
  }

  begin()
  return {
    end() {
      for (const lease of leases.values()) if (isIn(lease)) around.left(lease.leaseId)
      isOver = true
      isEnded = true
      next?.end()
    },
    loseCollector() {
      for (const lease of leases.values()) if (isIn(lease)) drop(lease)
      next?.loseCollector()
    },
  }
}

/** As `endings` of signed-job-link.ts. */
const lettingGo = ['lease_lost', 'result_mismatch', 'session_ended', 'revoked']

function idsOf({ jobId, leaseId }: Lease): Schemas['Lease'] {
  return { job_id: jobId, lease_id: leaseId }
}
