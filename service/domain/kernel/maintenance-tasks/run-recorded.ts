import type { SystemContext, RunInSystemTransaction } from '../context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { randomUUIDv7 } from 'node:crypto'
import { PolicyRun } from '../../../store/models/policy-run.ts'
import type { MaintenanceTask, MaintenanceResult } from './record-run.ts'
import { reasonOfFailure } from './recording-failure.ts'

/** A run in progress. */
export interface RecordedRun {
  id: string
  /**
   * Stores the totals so far in the transaction of the work: the row is then correct even if the process is killed.
   * `counts` are totals, not increments, so that a repeated transaction writes the same values.
   */
  note(context: SystemContext, counts: Record<string, number>): Promise<void>
}

const notEnded = message('run_not_ended')

/**
 * Runs a task and records it in any case. The row exists from the start as `stopped` without an end, which remains if
 * the process is killed. The result of `work` completes it. `work` opens its own transactions.
 * @throws the error of `work`, after the row is `failed`
 */
export async function runRecorded(
  runInSystemTransaction: RunInSystemTransaction,
  { tenantId, kind, dryRun = false }: MaintenanceTask,
  work: (run: RecordedRun) => Promise<MaintenanceResult>,
): Promise<MaintenanceResult> {
  const id = randomUUIDv7()
  await runInSystemTransaction(({ trx, now }) =>
    PolicyRun.query(trx)
      .insert({ id, tenantId, kind, startedAt: now, outcome: 'stopped', reason: notEnded, counts: {}, dryRun })
      .execute(),
  )
  const end = ({ outcome, reason = null, counts }: MaintenanceResult) =>
    runInSystemTransaction(({ trx, now }) =>
      PolicyRun.query(trx)
        .findById(id)
        .patch({ finishedAt: now, outcome, reason, ...(counts && { counts }) })
        .execute(),
    )
  const note = async ({ trx }: SystemContext, counts: Record<string, number>) => {
    await PolicyRun.query(trx).findById(id).patch({ counts })
  }
  try {
    const ended = await work({ id, note })
    await end(ended)
    return ended
  } catch (error) {
    await end({ outcome: 'failed', reason: reasonOfFailure(error) }).catch(() => undefined) // the first error is the one to report
    throw error
  }
}
