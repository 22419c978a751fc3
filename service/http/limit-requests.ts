import type { Request } from 'express'
import { type Allowances, createAllowances } from '../domain/limits/allowances.ts'
import { networkOf } from '../domain/people/networks.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Pieces } from '../pieces.ts'
import type { RequestCounts } from './metrics/request-counts.ts'
import { callerOf } from './scoped.ts'

/** An address may be that of many people and programs. */
const actorsOfAddress = 10

/** Holds those who ask to what the setting gives them in a minute. Both throw Refusal 429 with the seconds to wait. */
export interface RequestLimits {
  /** Before it is known who asks. */
  countAddress(req: Request): Promise<void>
  /** When it is known that he may: `cost` is the operation's `x-cost`. */
  countActor(req: Request, cost: number): Promise<void>
}

/**
 * An actor is a person, or one of his tokens: what one spends, no other lacks. A request costs one, and what keeps the
 * service busy for longer costs more.
 */
export function createRequestLimits(pieces: Pick<Pieces, 'knex' | 'settings'>, counts: RequestCounts): RequestLimits {
  const { requestsPerMinute: ofActor } = pieces.settings
  const allowances: Allowances = createAllowances(pieces.knex)
  const ofAddress = ofActor * actorsOfAddress

  return {
    async countAddress(req) {
      if (ofActor > 0) await spend('address', networkOf(req.ip ?? null), 1, ofAddress)
    },
    async countActor(req, cost) {
      if (ofActor === 0) return
      const { actor } = callerOf(req)
      await spend('actor', actor.token?.id ?? actor.id ?? actor.name, cost, ofActor)
      if (cost > 1) await spend('address', networkOf(req.ip ?? null), cost - 1, ofAddress)
    },
  }

  async function spend(by: 'actor' | 'address', name: string, cost: number, perMinute: number): Promise<void> {
    const waitMs = await allowances.spend(`requests of ${by} ${name}`, cost, perMinute)
    if (waitMs === 0) return
    counts.limit(by)
    const seconds = Math.ceil(waitMs / 1000)
    const whose = by === 'actor' ? 'You have' : 'Your address has'
    const what = cost > 1 ? `; this operation counts as ${cost}` : ''
    throw new Refusal(
      429,
      'Too many requests',
      `${whose} asked for more than ${perMinute} requests a minute${what}. Ask again in ${seconds} s.`,
      { code: 'rate_limited', retry_after_seconds: seconds },
    )
  }
}
