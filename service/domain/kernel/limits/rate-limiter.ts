import type { Knex } from 'knex'
import { inScope } from '../../../store/scope.ts'
import { type Spent, spendFrom } from './spend-from.ts'

/** This process's share of the buckets that all replicas share. */
export interface RateLimiter {
  /**
   * Takes `cost` from a bucket that refills by `perMinute` a minute, up to one minute's worth. The remaining amount is
   * an estimate between two database accesses: other replicas may have spent since.
   */
  spend(bucket: string, cost: number, perMinute: number): Promise<Spent>
}

interface Held {
  left: number
  /** Amount left in the database at `drawnAt`. */
  leftInDatabase: number
  drawnAt: number
  /** Until then the bucket has too little for `refusedCost`. */
  refusedUntil: number
  refusedCost: number
  turn: Promise<unknown>
}

/** A process draws one hundredth of a minute's amount at a time: most requests then need no database access. */
const shares = 100

/** Maximum number of buckets in memory; beyond it the database is read again. */
const maxRemembered = 10_000

/** @param clock monotonic milliseconds */
export function createRateLimiter(knex: Knex, clock: () => number = () => performance.now()): RateLimiter {
  const held = new Map<string, Held>()

  return {
    async spend(bucket, cost, perMinute) {
      if (held.size >= maxRemembered && !held.has(bucket)) held.clear()
      const own = held.get(bucket) ?? newBucket()
      held.set(bucket, own)
      const known = fromHeld(own, cost)
      if (known !== null) return { waitMs: known, left: leftIn(own, perMinute) }
      // Concurrent requests wait for the first: each would draw its own share.
      const drawn = own.turn.then(() => fromHeld(own, cost) ?? draw(own, bucket, cost, perMinute))
      own.turn = drawn.catch(() => undefined)
      return { waitMs: await drawn, left: leftIn(own, perMinute) }
    },
  }

  function newBucket(): Held {
    const nothing = { left: 0, leftInDatabase: 0, drawnAt: clock() }
    return { ...nothing, refusedUntil: -Infinity, refusedCost: 0, turn: Promise.resolve() }
  }

  function leftIn({ left, leftInDatabase, drawnAt }: Held, perMinute: number): number {
    const filled = ((clock() - drawnAt) * perMinute) / 60_000
    return Math.min(perMinute, Math.floor(left + leftInDatabase + filled))
  }

  /** Returns null if only the database can decide. */
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
    let spent = await take(amount)
    if (spent.waitMs > 0 && amount > missing) {
      amount = missing
      spent = await take(amount)
    }
    own.leftInDatabase = spent.left
    own.drawnAt = clock()
    const { waitMs } = spent
    if (waitMs === 0) {
      own.left += amount - cost
      return 0
    }
    own.refusedUntil = clock() + waitMs
    own.refusedCost = cost
    return waitMs
  }
}
