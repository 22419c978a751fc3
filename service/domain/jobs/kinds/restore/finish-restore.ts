import type { SystemContext } from '../../../kernel/context.ts'
import { Job } from '../../../../store/models/job.ts'
import { sendSignal } from '../../../../store/pg-notify.ts'
import { endJob } from '../../end-job.ts'
import type { JobContext } from '../../job-kind.ts'
import { queueBackup } from '../../queue-backup.ts'
import type { RestoreChange } from './decide-restore-end.ts'
import { recordRestoreEnd } from './record-restore-end.ts'

/**
 * Writes the outcome of a restore. Locks the restore's row after that of the follower that found it. A successful
 * restore is followed by a backup, so that the history contains the running configuration. Jobs that waited for the
 * device are woken.
 * @param decide returns what changes about the restore in its current state
 */
export async function finishRestore(
  context: JobContext,
  restoreId: string,
  decide: (restore: Job) => RestoreChange,
): Promise<void> {
  const { trx } = context
  const restore = await Job.query(trx).findById(restoreId).forUpdate()
  if (!restore || !isOpen(restore)) return
  const change = decide(restore)
  await Job.query(trx)
    .findById(restoreId)
    .patch(keepLaterCheck(context, restore, change))
  const { status = restore.status } = change
  if (status !== restore.status || change.verifiedAt) await recordRestoreEnd(context, { ...restore, ...change })
  if (status === 'succeeded') await queueBackup(context, restore)
  if (change.checkAt === null) await cancelChecks(context, restore)
  await sendSignal(trx, 'jobs', restore.tenantId)
}

/** Findings about other restores change nothing: they have ended, or another restore has started since. */
function isOpen({ status, checkAt, heldUntil }: Job): boolean {
  if (status === 'awaiting_confirmation') return true
  return (status === 'unknown' || status === 'reverted') && (checkAt !== null || heldUntil !== null)
}

/** A check that failed while the device may still roll back is followed by another after the rollback. */
function keepLaterCheck({ now }: SystemContext, { heldUntil }: Job, change: RestoreChange): RestoreChange {
  const isGivenUp = change.checkAt === null && change.status === undefined
  return isGivenUp && heldUntil !== null && heldUntil > now ? { ...change, checkAt: heldUntil } : change
}

async function cancelChecks(context: JobContext, { id: restoreId, tenantId }: Job) {
  const waiting = await Job.query(context.trx)
    .where({ tenantId, restoreId, kind: 'restore_check' })
    .whereIn('status', ['queued', 'retrying'])
    .forUpdate()
  for (const check of waiting) await endJob(context, check, check.leaseId, { status: 'cancelled' })
}
