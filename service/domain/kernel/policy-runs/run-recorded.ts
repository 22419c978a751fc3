import type { SystemContext, RunInSystemTransaction } from '../context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { randomUUIDv7 } from 'node:crypto'
import { PolicyRun } from '../../../store/models/policy-run.ts'
import type { PolicyDuty, PolicyEnd } from './record-run.ts'
import { reasonOfFailure } from './recording-failure.ts'

/** A run that is under way. */
export interface RecordedRun {
  id: string
  /**
   * Writes what the run has done so far, in the transaction that does it: then the row is right also for a run that was
   * killed. `counts` are totals, not additions, so that a transaction that runs again writes the same.
   */
  note(context: SystemContext, counts: Record<string, number>): Promise<void>
}

const notEnded = message('run_not_ended')

/**
 * Runs one duty so that it leaves a row whatever happens: the row stands from the beginning as `stopped` without an end,
 * which is what remains of a run that was killed, and `work`'s answer completes it. `work` opens transactions of its own.
 * @throws what `work` throws, once the row says `failed`
 */
export async function runRecorded(
  runInSystemTransaction: RunInSystemTransaction,
  { tenantId, kind, dryRun = false }: PolicyDuty,
  work: (run: RecordedRun) => Promise<PolicyEnd>,
): Promise<PolicyEnd> {
  const id = randomUUIDv7()
  await runInSystemTransaction(({ trx, now }) =>
    PolicyRun.query(trx)
      .insert({ id, tenantId, kind, startedAt: now, outcome: 'stopped', reason: notEnded, counts: {}, dryRun })
      .execute(),
  )
  const end = ({ outcome, reason = null, counts }: PolicyEnd) =>
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
    await end({ outcome: 'failed', reason: reasonOfFailure(error) }).catch(() => undefined) // the first trouble is the one to tell
    throw error
  }
}
