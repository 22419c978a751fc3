import { randomUUIDv7 } from 'node:crypto'
import type { Knex } from 'knex'
import { LoginAttempt } from '../../../store/models/login-attempt.ts'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { reportLoginFailures } from './login-failures.ts'
import { networkOf, prefixOf } from './networks.ts'

/**
 * What is known about the sender of a password: a device that signed in to the account before, a network with earlier
 * logins, a session of the user, or nothing.
 */
export type LoginLane = { kind: 'device'; id: string } | { kind: 'network' | 'session' | 'stranger' }

/** An attempt to prove the identity of an account, by a password or a second factor. */
export interface ProofAttempt {
  /**
   * `accountOfUser` for a user; a keyed digest for an e-mail without a user, because the typed text may be a password.
   */
  account: string
  ip: string | null
  lane: LoginLane
  now: Date
}

const minuteMs = 60_000
const windowMs = 15 * minuteMs
const dayMs = 24 * 60 * minuteMs

/** A group of failures with a common count, and the number of failures without a wait. */
interface Bucket {
  where: Partial<Pick<LoginAttempt, 'account' | 'ip' | 'prefix' | 'lane'>>
  freeFailures: number
  withinMs: number
}

const userPrefix = 'user:'

/** Key under which failures of a user are counted, whatever spelling of the e-mail was typed. */
export function accountOfUser(userId: string): string {
  return userPrefix + userId
}

function userOfAccount(account: string): string | null {
  return account.startsWith(userPrefix) ? account.slice(userPrefix.length) : null
}

/**
 * Result of a comparison. `incomplete`: correct, but another factor must follow, so earlier failures still count.
 */
export type ProofResult = 'correct' | 'incomplete' | 'wrong'

/**
 * Returns the result of `verify`, a slow comparison without a connection, unless earlier failures make this attempt wait. Each
 * lane counts separately: failures of strangers never make a known device or network wait. Beyond the free failures of
 * a bucket, each further failure doubles the wait after the last one, from 1 s to 15 minutes. The limits are checked
 * again after the comparison, so that parallel guesses gain nothing over sequential ones. See
 * docs/decisions/login-limits.md.
 * @param onFailure other effects of a failure, in the transaction that counts it, of the platform scope
 * @throws DomainError too_many_attempts with the seconds to wait
 */
export async function attemptProof(
  knex: Knex,
  attempt: ProofAttempt,
  verify: () => Promise<ProofResult>,
  onFailure: (trx: ScopedTransaction) => Promise<void>,
): Promise<ProofResult> {
  await inScope(knex, { kind: 'platform' }, (trx) => rejectWhileLimited(trx, attempt))
  const result = await verify()
  await inScope(knex, { kind: 'platform' }, async (trx) => {
    if (result === 'wrong') await waitForOthers(trx, attempt)
    await rejectWhileLimited(trx, attempt)
    await recordResult(trx, attempt, result, onFailure)
  })
  return result
}

/**
 * Like `attemptProof`, for a proof that is consumed and takes milliseconds to verify. `prove` runs in the transaction that
 * counts its result, after the limits were checked: an attempt that is refused consumes nothing.
 * @param prove must only run SQL and pure functions, in the platform scope
 * @throws DomainError too_many_attempts with the seconds to wait
 */
export function attemptSingleUseProof(
  knex: Knex,
  attempt: ProofAttempt,
  prove: (trx: ScopedTransaction) => Promise<ProofResult>,
  onFailure: (trx: ScopedTransaction) => Promise<void>,
): Promise<ProofResult> {
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    await waitForOthers(trx, attempt)
    await rejectWhileLimited(trx, attempt)
    const result = await prove(trx)
    await recordResult(trx, attempt, result, onFailure)
    return result
  })
}

async function recordResult(
  trx: ScopedTransaction,
  attempt: ProofAttempt,
  result: ProofResult,
  onFailure: (trx: ScopedTransaction) => Promise<void>,
): Promise<void> {
  const { account, ip, lane, prefix } = attemptRow(attempt)
  if (result === 'incomplete') return
  if (result === 'correct') return void (await LoginAttempt.query(trx).where({ account, ip, lane }).delete())
  await LoginAttempt.query(trx).insert({ id: randomUUIDv7(), account, ip, lane, prefix, attemptedAt: attempt.now })
  await onFailure(trx)
  await reportLoginFailures(trx, { account, userId: userOfAccount(account), prefix, now: attempt.now })
}

function attemptRow({ account, ip, lane }: ProofAttempt) {
  const name = lane.kind === 'device' ? `device:${lane.id}` : lane.kind
  return { account, ip: networkOf(ip), prefix: prefixOf(ip), lane: name }
}

function listBuckets(attempt: ProofAttempt): Bucket[] {
  const { account, ip, prefix, lane } = attemptRow(attempt)
  const ofDay: Bucket = { where: { account, lane }, freeFailures: 50, withinMs: dayMs }
  if (attempt.lane.kind === 'device') return [{ where: { account, lane }, freeFailures: 5, withinMs: windowMs }, ofDay]
  const ofNetwork: Bucket = { where: { account, ip, lane }, freeFailures: 5, withinMs: windowMs }
  if (attempt.lane.kind === 'network') return [ofNetwork, ofDay]
  if (attempt.lane.kind === 'session')
    return [ofNetwork, { where: { account, lane }, freeFailures: 20, withinMs: dayMs }]
  return [
    ofNetwork,
    { where: { account, lane }, freeFailures: 10, withinMs: dayMs },
    { where: { ip, lane }, freeFailures: 100, withinMs: windowMs },
    { where: { prefix, lane }, freeFailures: 300, withinMs: windowMs },
  ]
}

/** Waits for failures of the same account and network that are being counted. */
async function waitForOthers(trx: ScopedTransaction, attempt: ProofAttempt): Promise<void> {
  const { account, prefix } = attemptRow(attempt)
  for (const key of [`login of ${account}`, `login from ${prefix}`]) {
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key])
  }
}

async function rejectWhileLimited(trx: ScopedTransaction, attempt: ProofAttempt): Promise<void> {
  let longestWaitMs = 0
  for (const bucket of listBuckets(attempt)) {
    longestWaitMs = Math.max(
      longestWaitMs,
      waitAfter(await readFailures(trx, bucket, attempt.now), bucket.freeFailures, attempt.now),
    )
  }
  if (longestWaitMs > 0) throw tooManyAttempts(Math.ceil(longestWaitMs / 1000))
}

/** Returns the times of the latest failures, last first: as many as determine the wait. */
async function readFailures(
  trx: ScopedTransaction,
  { where, freeFailures, withinMs }: Bucket,
  now: Date,
): Promise<Date[]> {
  const failures = await LoginAttempt.query(trx)
    .where(where)
    .where('attemptedAt', '>', new Date(now.getTime() - withinMs))
    .orderBy('attemptedAt', 'desc')
    .limit(freeFailures + 11)
  return failures.map(({ attemptedAt }) => attemptedAt)
}

/** Milliseconds from `now`; 0 or less if no wait is needed. */
function waitAfter([last, ...others]: Date[], freeFailures: number, now: Date): number {
  const over = others.length + 1 - freeFailures
  if (!last || over < 0) return 0
  return last.getTime() + Math.min(windowMs, 1000 * 2 ** over) - now.getTime()
}

function tooManyAttempts(seconds: number): DomainError {
  return new DomainError('too_many_attempts', { retry_after: seconds }, { retry_after_seconds: seconds })
}
