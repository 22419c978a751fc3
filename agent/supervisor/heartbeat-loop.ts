import type { components } from '../../shared/contract/api-types.ts'
import { mayRepeat } from '../link/transport-error.ts'

type Schemas = components['schemas']
export type LeaseId = Schemas['Lease']
export type Beat = Schemas['Heartbeat']
export type HeartbeatAnswer = Schemas['HeartbeatAnswer']

/** Renews leases. */
export interface HeartbeatLoop {
  /** Sends a heartbeat as soon as the current one completes: there are offers to start or leases to return. */
  soon(): void
  /** Resolves with the next heartbeat that the service accepts; never after a stop. */
  nextAccepted(): Promise<void>
  stop(): void
}

export interface HeartbeatLoopSettings {
  everyMs: number
  send: (beat: Beat) => Promise<HeartbeatAnswer>
  /** Returns the leases of a heartbeat: all for a regular one, only new ones for one requested in between. */
  beatFor: (isFull: boolean) => Beat
  /** @param sentAt when the accepted heartbeat was sent, by the monotonic clock */
  onAnswer: (beat: Beat, answer: HeartbeatAnswer, sentAt: number) => void
  /** Called when the session has ended or the agent was revoked. */
  onRefused: (error: Error) => void
  onTrouble: (line: string) => void
  now: () => number
}

/**
 * Sends heartbeats at an interval with 20 % jitter, one at a time: one that overtook another would be refused. After a
 * failure, the next heartbeat follows after an eighth of the interval, then a quarter, then half. Leases are thus
 * renewed soon after a short interruption, without overloading a service that is unavailable for longer.
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
