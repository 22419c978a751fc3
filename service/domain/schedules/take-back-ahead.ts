import { sendSignals } from '../../store/signals.ts'
import type { Moment } from '../jobs/end-job.ts'

/** What is less ahead is waited for. */
const toleratedMs = 3_600_000

/**
 * Puts right what a clock that was far ahead has left: backups that were queued at a time to come can begin now, and
 * occurrences that were recorded as missed before they came are forgotten. Its transaction is of the platform's scope.
 */
export async function takeBackAhead({ trx, now }: Moment): Promise<void> {
  const ahead = new Date(now.getTime() + toleratedMs)
  const { rows } = await trx.raw<{ rows: { tenantId: string }[] }>(
    `update jobs set queued_at = :now, not_before = :now
     where ctid = any(array(
       select ctid from jobs where status in ('queued', 'retrying') and queued_at > :ahead for update skip locked))
     returning tenant_id as "tenantId"`,
    { now, ahead },
  )
  await trx.raw(
    `delete from occurrences where recorded_at > :ahead and outcome = 'missed' and last_occurrence_at > :now`,
    { ahead, now },
  )
  await sendSignals(trx, 'jobs', [...new Set(rows.map(({ tenantId }) => tenantId))])
}
