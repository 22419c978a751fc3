import type { components } from '../../shared/contract/api-types.ts'
import { mayRepeat } from '../link/transport-error.ts'

type Schemas = components['schemas']
export type LeaseId = Schemas['Lease']
export type Beat = Schemas['Heartbeat']
export type HeartbeatAnswer = Schemas['HeartbeatAnswer']

/** Keeps leases alive. */
export interface HeartbeatLoop {
  /** Beats as soon as the beat under way is over: there are offers to start or leases to give back. */
  soon(): void
  /** Resolves with the next beat that the service accepts; never once it is stopped. */
  nextAccepted(): Promise<void>
  stop(): void
}

export interface HeartbeatLoopSettings {
  everyMs: number
  send: (beat: Beat) => Promise<HeartbeatAnswer>
  /** What to beat for: all leases when it is time, only what is new when it was asked for in between. */
  beatFor: (isFull: boolean) => Beat
  /** @param sentAt when the accepted beat was sent, by the steady clock */
  onAnswer: (beat: Beat, answer: HeartbeatAnswer, sentAt: number) => void
  /** The session is over, or the agent revoked. */
  onRefused: (error: Error) => void
  onTrouble: (line: string) => void
  now: () => number
}

/**
 * Beats every so often, give or take a fifth, one beat at a time: one that overtook another would be refused. A beat
 * that failed is followed by the next after an eighth of that, then a quarter, then half, so that leases are renewed soon
 * after a short interruption and a service that is unavailable for longer is not asked more often than it can answer.
 */
export function startHeartbeatLoop(settings: HeartbeatLoopSettings): HeartbeatLoop {
  const { everyMs, send, beatFor, onAnswer, onRefused, onTrouble, now } = settings
  let timer: NodeJS.Timeout | undefined
  let isBeating = false
  let isWanted = false
  let isStopped = false
  let fullAt = 0
  let failures = 0
  let waiting: (() => void)[] = []

  function schedule(afterMs: number) {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void beat(), afterMs)
  }

  async function beat() {
    if (isBeating || isStopped) return
    isBeating = true
    isWanted = false
    const isFull = performance.now() >= fullAt
    const content = beatFor(isFull)
    const sentAt = now()
    let nextMs = jittered(everyMs)
    try {
      const answer = await send(content)
      failures = 0
      if (isFull) fullAt = performance.now() + nextMs - 1
      else nextMs = Math.max(0, fullAt - performance.now())
      if (!isStopped) onAnswer(content, answer, sentAt)
      settle()
    } catch (error) {
      nextMs = jittered(Math.min(everyMs / 2, (everyMs / 8) * 2 ** failures++))
      fullAt = 0
      if (!isStopped) {
        if (mayRepeat(error)) onTrouble(`heartbeat: ${(error as Error).message}`)
        else onRefused(error as Error)
      }
    }
    isBeating = false
    schedule(isWanted ? 0 : nextMs)
  }

  function settle() {
    for (const resolve of waiting) resolve()
    waiting = []
  }

  schedule(0)
  return {
    soon() {
      isWanted = true
      if (!isBeating) schedule(0)
    },
    nextAccepted: () => (isStopped ? new Promise(() => undefined) : new Promise((resolve) => waiting.push(resolve))),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function jittered(ms: number): number {
  return ms * (0.8 + 0.4 * Math.random())
}
