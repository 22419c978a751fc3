import { randomUUIDv7 } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Knex } from 'knex'
import { LoginAttempt } from '../../store/models/login-attempt.ts'
import { type ScopedTransaction, inScope } from '../../store/scope.ts'
import { Refusal } from '../refusal.ts'

/** Somebody who says that an account is theirs. */
export interface PasswordTry {
  /** The e-mail, as somebody typed it. */
  email: string
  ip: string | null
  now: Date
}

const windowMs = 15 * 60_000

/** How many failures there may be within the window before the next try must wait. */
const free = { accountFromAddress: 5, account: 100, address: 100 }

/** What counts as one account: the e-mail as people type it. */
export function accountOf(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * Whether `isRight`, a comparison that takes long and holds no connection, is true: unless failures before it make this
 * try wait. An account from one address has five free, an account from everywhere and an address at all accounts a
 * hundred each; from then on each failure doubles the wait after the last one, from 1 s on, until the first ones are
 * older than 15 minutes. What others did at an account binds only addresses that failed there themselves: nobody can
 * lock a person out who knows the password. The limits are held once more after the comparison, so that guesses sent
 * all at once learn no more than guesses one after the other.
 * @param whenWrong what else a failure leaves, in the transaction that counts it, of the platform scope
 * @throws Refusal 429 with the seconds to wait
 */
export async function tryPassword(
  knex: Knex,
  attempt: PasswordTry,
  isRight: () => Promise<boolean>,
  whenWrong: (trx: ScopedTransaction) => Promise<void>,
): Promise<boolean> {
  const { now } = attempt
  const account = accountOf(attempt.email)
  const address = networkOf(attempt.ip)
  await inScope(knex, { kind: 'platform' }, (trx) => refuseWhileLimited(trx, account, address, now))
  const right = await isRight()
  await inScope(knex, { kind: 'platform' }, async (trx) => {
    if (!right) await waitForOthers(trx, account, address)
    await refuseWhileLimited(trx, account, address, now)
    if (right) return forgetFailures(trx, account, address)
    await LoginAttempt.query(trx).insert({ id: randomUUIDv7(), account, ip: address, attemptedAt: now })
    await whenWrong(trx)
  })
  return right
}

/** What counts as one address: of IPv6 the 64 bits that a network is given (RFC 4291, section 2.5.4). */
export function networkOf(ip: string | null): string {
  if (ip === null) return 'unknown'
  const bare = ip.replace(/%.*$/, '')
  if (!isIPv6(bare)) return ip
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(bare)
  if (mapped?.[1]) return mapped[1]
  const [left = [], right = []] = new URL(`http://[${bare}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/** A failure is counted after those of the same account and address that are being counted at this moment. */
async function waitForOthers(trx: ScopedTransaction, account: string, address: string): Promise<void> {
  for (const key of [`login of ${account}`, `login from ${address}`]) {
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key])
  }
}

async function refuseWhileLimited(trx: ScopedTransaction, account: string, ip: string, now: Date): Promise<void> {
  const own = await failuresOf(trx, { account, ip }, free.accountFromAddress, now)
  const waits = [
    waitAfter(own, free.accountFromAddress, now),
    waitAfter(await failuresOf(trx, { ip }, free.address, now), free.address, now),
    own.length > 0 ? waitAfter(await failuresOf(trx, { account }, free.account, now), free.account, now) : 0,
  ]
  const longestMs = Math.max(...waits)
  if (longestMs > 0) throw tooManyTries(Math.ceil(longestMs / 1000))
}

/** The times of the latest failures, the last first: as many as decide how long to wait. */
async function failuresOf(
  trx: ScopedTransaction,
  of: { account?: string; ip?: string },
  freeOnes: number,
  now: Date,
): Promise<Date[]> {
  const failures = await LoginAttempt.query(trx)
    .where(of)
    .where('attemptedAt', '>', new Date(now.getTime() - windowMs))
    .orderBy('attemptedAt', 'desc')
    .limit(freeOnes + 11)
  return failures.map(({ attemptedAt }) => attemptedAt)
}

/** Milliseconds from `now`; 0 or less: no longer. */
function waitAfter([last, ...others]: Date[], freeOnes: number, now: Date): number {
  const over = others.length + 1 - freeOnes
  if (!last || over < 0) return 0
  return last.getTime() + Math.min(windowMs, 1000 * 2 ** over) - now.getTime()
}

/** A password that was right clears its account at this address; each keeps its failures elsewhere. */
async function forgetFailures(trx: ScopedTransaction, account: string, ip: string): Promise<void> {
  await LoginAttempt.query(trx).where({ account, ip }).delete()
}

function tooManyTries(seconds: number): Refusal {
  return new Refusal(429, 'Too many tries', `Too many wrong passwords; try again in ${seconds} s.`, {
    retry_after_seconds: seconds,
  })
}
