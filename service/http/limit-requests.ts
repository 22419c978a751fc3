import type { Request } from 'express'
import { type RateLimiter, createRateLimiter } from '../domain/kernel/limits/rate-limiter.ts'
import { networkOf } from '../domain/inventory/login/networks.ts'
import type { Dependencies } from '../dependencies.ts'
import type { RequestCounts } from './metrics/request-counts.ts'
import { callerOf } from './scoped.ts'
import { DomainError } from '../domain/kernel/domain-error.ts'

/** Factor for an address, which many users and programs may share. */
const actorsOfAddress = 10

/**
 * Enforces the configured requests per minute. Both functions throw DomainError rate_limited with the seconds to wait.
 */
export interface RequestLimits {
  /** Counts a request before the caller is known. */
  countAddress(req: Request): Promise<void>
  /** Counts a request of an authorised caller. `cost` is the operation's `x-cost`. */
  countActor(req: Request, cost: number): Promise<void>
}

/**
 * Creates the rate limits. An actor is a user or an API token; each has its own limit. A request costs 1; requests that
 * occupy the service for longer cost more.
 */
export function createRequestLimits(
  dependencies: Pick<Dependencies, 'knex' | 'settings'>,
  counts: RequestCounts,
): RequestLimits {
  const { requestsPerMinute: ofActor } = dependencies.settings
  const allowances: RateLimiter = createRateLimiter(dependencies.knex)
  const ofAddress = ofActor * actorsOfAddress

  return {
    async countAddress(req) {
      if (ofActor > 0) await spend(req, 'address', networkOf(req.ip ?? null), 1, ofAddress)
    },
    async countActor(req, cost) {
      if (ofActor === 0) return
      const { actor } = callerOf(req)
      await spend(req, 'actor', actor.token?.id ?? actor.id ?? actor.name, cost, ofActor)
      if (cost > 1) await spend(req, 'address', networkOf(req.ip ?? null), cost - 1, ofAddress)
    },
  }

  async function spend(
    req: Request,
    by: 'actor' | 'address',
    name: string,
    cost: number,
    perMinute: number,
  ): Promise<void> {
    const { waitMs, left } = await allowances.spend(`requests of ${by} ${name}`, cost, perMinute)
    if (by === 'actor' || waitMs > 0) showAllowance(req, by, { left, perMinute })
    if (waitMs === 0) return
    counts.limit(by)
    const seconds = Math.ceil(waitMs / 1000)
    throw new DomainError(
      'rate_limited',
      { by, per_minute: perMinute, cost, retry_after: seconds },
      { retry_after_seconds: seconds },
    )
  }
}

/**
 * Sets the fields of draft-ietf-httpapi-ratelimit-headers-11. A bucket fills evenly: `t` is when it is full. A response
 * shows the caller's own bucket, and that of the address only if it was exhausted.
 */
function showAllowance(
  req: Request,
  by: 'actor' | 'address',
  { left, perMinute }: { left: number; perMinute: number },
) {
  const policy = by === 'actor' ? '"caller"' : '"address"'
  const fullIn = Math.ceil(((perMinute - left) * 60) / perMinute)
  req.res?.set({ 'RateLimit-Policy': `${policy};q=${perMinute};w=60`, RateLimit: `${policy};r=${left};t=${fullIn}` })
}
