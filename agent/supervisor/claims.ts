import { randomUUID } from 'node:crypto'
import type { components } from '../../shared/contract/api-types.ts'
import { type Backoff, waitMs } from '../link/backoff.ts'
import { mayRepeat, NoAnswer } from '../link/transport-error.ts'

type Schemas = components['schemas']
export type Offer = Schemas['Offers']['offers'][number]

/** Polls for jobs while slots are free. */
export interface Claims {
  /** Called when slots became free, or when claiming was enabled or disabled: ends a poll that asked for fewer jobs. */
  changed(): void
  stop(): void
}

/** Number of free slots: for all jobs except restores, and for restores. */
export interface Capacity {
  slots: number
  restores: number
}

export interface ClaimsSettings {
  room: () => Capacity
  /**
   * How long an agent without a free slot waits before it polls for restores only, in milliseconds. Usually a slot
   * becomes free earlier.
   */
  fullMs: number
  claim: (body: Schemas['Claim'], signal: AbortSignal) => Promise<Offer[]>
  onOffers: (offers: Offer[]) => void
  onRefused: (error: Error) => void
  onTrouble: (line: string) => void
  backoff: Backoff
}

export function startClaims(settings: ClaimsSettings): Claims {
  const { room, fullMs, claim, onOffers, onRefused, onTrouble, backoff } = settings
  let isStopped = false
  let poll: { requested: Capacity; controller: AbortController } | undefined
  let wake: () => void = () => undefined

  async function loop() {
    // The same id until a reply arrives: offers whose reply was lost are repeated.
    let claimId = randomUUID()
    for (let failures = 0; !isStopped;) {
      if (room().slots === 0) await sleepUntilChanged(room().restores === 0 ? undefined : fullMs, 'wakes')
      if (isStopped) return
      const requested = room()
      if (isNone(requested)) continue
      const controller = new AbortController()
      poll = { requested, controller }
      const since = performance.now()
      try {
        const offers = await claim(
          { claim_id: claimId, free_slots: requested.slots, restore_slots: requested.restores },
          controller.signal,
        )
        claimId = randomUUID()
        failures = 0
        if (!isStopped) onOffers(offers)
        // An empty reply should take as long as a long poll; if it arrives earlier, the next poll is delayed.
        const earlyMs = backoff.floorMs - (performance.now() - since)
        if (offers.length === 0 && earlyMs > 0) await sleepUntilChanged(earlyMs)
      } catch (error) {
        if (isStopped || (error instanceof NoAnswer && error.kind === 'aborted')) continue
        if (!mayRepeat(error)) return onRefused(error as Error)
        onTrouble(`asking for work: ${(error as Error).message}`)
        poll = undefined
        await sleepUntilChanged(waitMs(backoff, ++failures, Math.random))
      } finally {
        poll = undefined
      }
    }
  }

  /**
   * @param wakes whether ended jobs also wake it; after a failure, the retry does not start early because a job ended
   */
  function sleepUntilChanged(ms?: number, wakes = ms === undefined ? 'wakes' : ''): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      wake = () => {
        if (wakes === '' && !isStopped) return
        clearTimeout(timer)
        resolve()
      }
    })
  }

  void loop()
  return {
    changed() {
      wake()
      // Ends the poll only when slots have doubled: each early end costs a connection, and many jobs end in a second.
      const free = room()
      if (!poll) return
      const isMore = (now: number, requested: number) => now > 0 && now >= 2 * requested
      const isWorthIt = isMore(free.slots, poll.requested.slots) || isMore(free.restores, poll.requested.restores)
      if (isNone(free) || isWorthIt) poll.controller.abort()
    },
    stop() {
      isStopped = true
      poll?.controller.abort()
      wake()
    },
  }
}

function isNone({ slots, restores }: Capacity): boolean {
  return slots === 0 && restores === 0
}
