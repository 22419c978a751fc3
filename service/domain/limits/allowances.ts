import type { Knex } from 'knex'
import { inScope } from '../../store/scope.ts'
import { spendFrom } from './spend-from.ts'

/** What one process holds of the buckets that all replicas share. */
export interface Allowances {
  /**
   * Takes `cost` from a bucket that fills by `perMinute` a minute, up to a minute's worth.
   * @returns 0, or the milliseconds until there is enough in it
   */
  spend(bucket: string, cost: number, perMinute: number): Promise<number>
}

interface Held {
  left: number
  /** Until then the bucket is known to have too little for `refusedCost`. */
  refusedUntil: number
  refusedCost: number
  turn: Promise<unknown>
}

/** A process takes so many at a time, of those of a minute: most requests then ask the database nothing. */
const shares = 100

/** Buckets that are remembered; beyond these the database is asked again. */
const rememberedAtMost = 10_000

/** @param clock milliseconds that only go forward */
export function createAllowances(knex: Knex, clock: () => number = () => performance.now()): Allowances {
  const held = new Map<string, Held>()

  return {
    async spend(bucket, cost, perMinute) {
      if (held.size >= rememberedAtMost && !held.has(bucket)) held.clear()
      const own = held.get(bucket) ?? { left: 0, refusedUntil: -Infinity, refusedCost: 0, turn: Promise.resolve() }
      held.set(bucket, own)
      const known = fromHeld(own, cost)
      if (known !== null) return known
      // Those who ask at once wait for the first: each would take a share of its own.
      const drawn = own.turn.then(() => fromHeld(own, cost) ?? draw(own, bucket, cost, perMinute))
      own.turn = drawn.catch(() => undefined)
      return drawn
    },
  }

  /** Null when only the database knows. */
  function fromHeld(own: Held, cost: number): number | null {
    if (own.left >= cost) {
      own.left -= cost
      return 0
    }
    return cost >= own.refusedCost && own.refusedUntil > clock() ? own.refusedUntil - clock() : null
  }

  async function draw(own: Held, bucket: string, cost: number, perMinute: number): Promise<number> {
    const missing = cost - own.left
    const take = (amount: number) =>
      inScope(knex, { kind: 'platform' }, (trx) => spendFrom(trx, bucket, amount, perMinute))
    let amount = Math.max(missing, Math.ceil(perMinute / shares))
    let waitMs = await take(amount)
    if (waitMs > 0 && amount > missing) {
      amount = missing
      waitMs = await take(amount)
    }
    if (waitMs === 0) {
      own.left += amount - cost
      return 0
    }
    own.refusedUntil = clock() + waitMs
    own.refusedCost = cost
    return waitMs
  }
}
