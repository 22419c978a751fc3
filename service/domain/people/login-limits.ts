import { randomUUIDv7 } from 'node:crypto'
import { LoginAttempt } from '../../store/models/login-attempt.ts'
import type { ScopedTransaction } from '../../store/scope.ts'
import { Refusal } from '../refusal.ts'

const windowMs = 15 * 60_000

/** How many failures within the window an account, and an address, may have before the next try must wait. */
const free = { account: 5, ip: 20 }

/** What counts as one account: the address as people type it. */
export function accountOf(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * Refuses a try that comes too soon after failures of the same account or from the same address: from the sixth
 * (address: twenty-first) on, each failure doubles the wait after the last one, from 1 s on, until the first ones are
 * older than the window of 15 minutes.
 * @throws Refusal 429 with the seconds to wait
 */
export async function refuseWhileLimited(
  trx: ScopedTransaction,
  account: string,
  ip: string,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - windowMs)
  for (const [column, value] of [
    ['account', account],
    ['ip', ip],
  ] as const) {
    const failures = await LoginAttempt.query(trx)
      .where(column, value)
      .where('attemptedAt', '>', since)
      .orderBy('attemptedAt', 'desc')
      .limit(free[column] + 11)
    const over = failures.length - free[column]
    const last = failures[0]
    if (over < 0 || !last) continue
    const waitMs = Math.min(windowMs, 1000 * 2 ** over)
    const left = last.attemptedAt.getTime() + waitMs - now.getTime()
    if (left > 0) throw tooManyTries(Math.ceil(left / 1000))
  }
}

/**
 * Counts one failure, after those of the same account and address that are being counted at this moment.
 * @throws Refusal 429 when they leave no room for it
 */
export async function countFailure(trx: ScopedTransaction, account: string, ip: string, now: Date): Promise<void> {
  for (const key of [`login of ${account}`, `login from ${ip}`]) {
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key])
  }
  await refuseWhileLimited(trx, account, ip, now)
  await LoginAttempt.query(trx).insert({ id: randomUUIDv7(), account, ip, attemptedAt: now })
}

/** A login that worked clears its account; the address keeps its failures at other accounts. */
export async function forgetFailures(trx: ScopedTransaction, account: string, now: Date): Promise<void> {
  await LoginAttempt.query(trx).where({ account }).delete()
  await LoginAttempt.query(trx)
    .where('attemptedAt', '<', new Date(now.getTime() - windowMs))
    .delete()
}

function tooManyTries(seconds: number): Refusal {
  return new Refusal(429, 'Too many tries', `Too many failed logins; try again in ${seconds} s.`, {
    retry_after_seconds: seconds,
  })
}
