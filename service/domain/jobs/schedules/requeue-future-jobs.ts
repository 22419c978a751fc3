import type { SystemContext } from '../../kernel/context.ts'
import { sendSignals } from '../../../store/pg-notify.ts'

/** A job that is less far ahead is awaited. */
const jobMs = 3_600_000

/** After a clock that was less far ahead, missed and queued occurrences remain consistent: nothing runs twice. */
const missedMs = 24 * 3_600_000

/**
 * Corrects what a clock that was far ahead left: backups that were queued at a future time can start now, and
 * occurrences that were recorded as missed before their time are deleted. The transaction is of the platform scope.
 */
export async function requeueFutureJobs({ trx, now }: SystemContext): Promise<void> {
  const after = (ms: number) => new Date(now.getTime() + ms)
  const { rows } = await trx.raw<{ rows: { tenantId: string }[] }>(
    `update jobs set queued_at = :now, not_before = :now
     where ctid = any(array(
       select ctid from jobs where status in ('queued', 'retrying') and queued_at > :jobAhead for update skip locked))
     returning tenant_id as "tenantId"`,
    { now, jobAhead: after(jobMs) },
  )
  await trx.raw(
    `delete from occurrences where recorded_at > :missedAhead and outcome = 'missed' and occurrence_at > :now`,
    { missedAhead: after(missedMs), now },
  )
  await sendSignals(trx, 'jobs', [...new Set(rows.map(({ tenantId }) => tenantId))])
}
