import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { keptDays } from '../../kernel/idempotency/answer-once.ts'
import { networkDays } from '../../inventory/login/login-lanes.ts'
import { runRecorded } from '../../kernel/maintenance-tasks/run-recorded.ts'

const dayMs = 24 * 3_600_000

/** Rows per statement: it limits how long locks are held. */
const batch = 5_000

/** Whether the identity provider is asked with the refresh token of a session that has ended: for API tokens of its user. */
const isAskedFor = `(sealed_refresh_token is not null
  and exists (select from api_tokens t where t.user_id = sessions.user_id)
  and not exists (select from sessions n where n.user_id = sessions.user_id and n.sealed_refresh_token is not null
    and n.created_at > sessions.created_at))`

/**
 * What is deleted, and when: each query selects rows by `ctid`, of which a batch is deleted at a time. `?` is the
 * current time.
 */
const expiring = [
  { table: 'idempotency_keys', afterMs: keptDays * dayMs, rows: 'created_at < ?' },
  { table: 'sessions', afterMs: dayMs, rows: `expires_at < ? and not ${isAskedFor}` },
  { table: 'sessions', afterMs: dayMs, rows: `revoked_at < ? and not ${isAskedFor}` },
  { table: 'login_challenges', afterMs: 0, rows: 'expires_at < ?' },
  { table: 'sso_flows', afterMs: 0, rows: 'expires_at < ?' },
  { table: 'login_codes', afterMs: 0, rows: 'expires_at < ?' },
  { table: 'spent_logout_tokens', afterMs: 0, rows: 'expires_at < ?' },
  { table: 'api_tokens', afterMs: 30 * dayMs, rows: 'expires_at < ?' },
  { table: 'login_attempts', afterMs: dayMs, rows: 'attempted_at < ?' },
  { table: 'login_networks', afterMs: networkDays * dayMs, rows: 'signed_in_at < ?' },
  { table: 'agent_sessions', afterMs: 7 * dayMs, rows: 'ended_at < ?' },
  { table: 'enrollment_tokens', afterMs: 7 * dayMs, rows: 'expires_at < ? and spent_at is null' },
  { table: 'approvals', afterMs: 400 * dayMs, rows: 'expires_at < ?' },
  { table: 'job_log', afterMs: 90 * dayMs, rows: 'at < ?' },
  { table: 'dry_run_results', afterMs: 0, rows: 'expires_at < ?' },
  { table: 'storage_samples', afterMs: 400 * dayMs, rows: 'sampled_at < ?' },
  { table: 'occurrences', afterMs: 90 * dayMs, rows: 'recorded_at < ?' },
  { table: 'spent_tickets', afterMs: dayMs, rows: 'expires_at < ?' },
  { table: 'events', afterMs: 30 * dayMs, rows: 'at < ?' },
  { table: 'open_alerts', afterMs: 90 * dayMs, rows: `raised_at < ? and key like 'certificate %'` },
  { table: 'open_alerts', afterMs: 2 * dayMs, rows: `raised_at < ? and key like 'login failures of %'` },
  { table: 'notification_deliveries', afterMs: 30 * dayMs, rows: 'finished_at < ?' },
  { table: 'sent_reports', afterMs: 400 * dayMs, rows: 'created_at < ?' },
  {
    table: 'period_reports',
    afterMs: 400 * dayMs,
    rows: 'computed_at < ? and not exists (select from sent_reports s where s.report_id = period_reports.id)',
  },
  { table: 'rate_buckets', afterMs: dayMs, rows: 'next_at < ?' },
  { table: 'policy_runs', afterMs: 400 * dayMs, rows: 'started_at < ?' },
] as const

/** Number of deleted rows by table. */
export type Expired = Partial<Record<(typeof expiring)[number]['table'], number>>

/**
 * Deletes data with a limited lifetime: idempotency keys, sessions of users and agents, unused tokens, logs of runs,
 * results of dry runs, occurrences, and records of policy runs. It records its own run, can be interrupted at any point, and may run twice
 * at once.
 */
export async function expire(runInSystemTransaction: RunInSystemTransaction): Promise<Expired> {
  const expired: Expired = {}
  await runRecorded(runInSystemTransaction, { tenantId: null, kind: 'expire' }, async () => {
    for (const { table, afterMs, rows } of expiring) {
      for (;;) {
        const count = await runInSystemTransaction(async ({ trx, now }) => {
          const { rowCount } = await trx.raw(
            `delete from ?? where ctid = any(array(select ctid from ?? where ${rows} limit ${batch} for update skip locked))`,
            [table, table, new Date(now.getTime() - afterMs)],
          )
          return rowCount ?? 0
        })
        expired[table] = (expired[table] ?? 0) + count
        if (count < batch) break
      }
    }
    const isAny = Object.values(expired).some((count) => count > 0)
    if (!isAny) return { outcome: 'nothing', reason: message('nothing_expired') }
    return { outcome: 'done', counts: expired }
  })
  return expired
}
