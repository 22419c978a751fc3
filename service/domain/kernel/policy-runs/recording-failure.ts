import type { RunInSystemTransaction } from '../context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { type MaintenanceReason, type PolicyDuty, recordRun } from './record-run.ts'

/**
 * Runs what leaves runs of its own, for instance one a customer: when it cannot even begin, or throws between them, one run
 * of the duty says `failed`.
 * @throws what `work` throws
 */
export async function recordingFailure<T>(
  runInSystemTransaction: RunInSystemTransaction,
  duty: PolicyDuty,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failed = { outcome: 'failed', reason: reasonOfFailure(error) } as const
    // the first trouble is the one to tell
    await runInSystemTransaction((context) => recordRun(context, { ...duty, ...failed, startedAt: context.now })).catch(
      () => undefined,
    )
    throw error
  }
}

/** An error's words may quote rows: they go to the log, and its kind is enough in the record. */
export function reasonOfFailure(error: unknown): MaintenanceReason {
  return message('failed_unexpectedly', { error: error instanceof Error ? error.name : typeof error })
}
