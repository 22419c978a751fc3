import { User } from '../../../store/models/user.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { raiseAgain } from '../../outbox/events/open-alerts.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** A wrong password that was just counted. */
export interface CountedFailure {
  account: string
  /** Null for an e-mail that no user has. */
  userId: string | null
  prefix: string
  now: Date
}

/** Failures in 24 hours that emit an event: of one account, and of one network over all accounts. */
export const failuresToReport = { account: 10, network: 50 }

const dayMs = 24 * 3_600_000

/** Minimum interval between two events of an account or network, in milliseconds. */
const quietMs = 3_600_000

/**
 * Records `login.failures` once an account of a user, or a network, reaches its number of failures since its last
 * event. The caller holds the locks of `account` and `prefix`, so that no two replicas count the same failure as the
 * last. Events never contain the e-mail typed for an unknown account: it may be a password.
 */
export async function reportLoginFailures(
  trx: ScopedTransaction,
  { account, userId, prefix, now }: CountedFailure,
): Promise<void> {
  if (userId) await reportAccount(trx, account, userId, now)
  await reportNetwork(trx, prefix, now)
}

interface Counted {
  failures: number
  accounts: number
  networks: number
  since: Date
}

async function reportAccount(trx: ScopedTransaction, account: string, userId: string, now: Date): Promise<void> {
  const counted = await countUnreported(trx, 'account', account, now)
  if (!counted) return
  const user = await User.query(trx).findById(userId)
  if (!user) return
  const data = { of: 'account' as const, user_id: userId, email: user.email, network: null, ...failureCounts(counted) }
  await recordEvents({ trx, now }, [{ type: 'login.failures', tenantId: user.tenantId, data }])
}

async function reportNetwork(trx: ScopedTransaction, prefix: string, now: Date): Promise<void> {
  const counted = await countUnreported(trx, 'network', prefix, now)
  if (!counted) return
  const data = { of: 'network' as const, user_id: null, email: null, network: prefix, ...failureCounts(counted) }
  await recordEvents({ trx, now }, [{ type: 'login.failures', tenantId: null, data }])
}

/** Returns null if there are too few failures since the last event, or it is less than an hour old. */
async function countUnreported(
  trx: ScopedTransaction,
  of: 'account' | 'network',
  value: string,
  now: Date,
): Promise<Counted | null> {
  const key = `login failures of ${of} ${value}`
  const last: { raised_at: Date } | undefined = await trx('open_alerts').where({ key }).first('raised_at')
  if (last && now.getTime() - last.raised_at.getTime() < quietMs) return null
  const since = new Date(Math.max(now.getTime() - dayMs, last?.raised_at.getTime() ?? 0))
  const column = of === 'account' ? 'account' : 'prefix'
  const { rows } = await trx.raw<{ rows: [Counted] }>(
    `select count(*)::int as failures, count(distinct account)::int as accounts,
       count(distinct prefix)::int as networks, min(attempted_at) as since
     from login_attempts where ?? = ? and attempted_at > ?`,
    [column, value, since],
  )
  const [counted] = rows
  if (counted.failures < failuresToReport[of]) return null
  await raiseAgain(trx, key, now)
  return counted
}

function failureCounts({ failures, accounts, networks, since }: Counted) {
  return { failures, accounts, networks, since: since.toISOString() }
}
