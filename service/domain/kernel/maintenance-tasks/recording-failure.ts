import type { RunInSystemTransaction } from '../context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { type MaintenanceReason, type MaintenanceTask, recordRun } from './record-run.ts'

/**
 * Runs work that records its own runs, for example one per tenant. If it throws outside them, one run of the task is
 * recorded as `failed`.
 * @throws the error of `work`
 */
export async function recordingFailure<T>(
  runInSystemTransaction: RunInSystemTransaction,
  task: MaintenanceTask,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failed = { outcome: 'failed', reason: reasonOfFailure(error) } as const
    // the first error is the one to report
    await runInSystemTransaction((context) => recordRun(context, { ...task, ...failed, startedAt: context.now })).catch(
      () => undefined,
    )
    throw error
  }
}

/** Error messages may quote rows: they go to the log, and the record contains only the kind. */
export function reasonOfFailure(error: unknown): MaintenanceReason {
  return message('failed_unexpectedly', { error: error instanceof Error ? error.name : typeof error })
}
