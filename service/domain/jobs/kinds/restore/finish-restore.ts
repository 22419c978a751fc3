import type { SystemContext } from '../../../kernel/context.ts'
import { Job } from '../../../../store/models/job.ts'
import { sendSignal } from '../../../../store/pg-notify.ts'
import { endJob } from '../../end-job.ts'
import type { JobContext } from '../../job-kind.ts'
import { queueBackup } from '../../queue-backup.ts'
import type { RestoreChange } from './decide-restore-end.ts'
import { recordRestoreEnd } from './record-restore-end.ts'

/**
 * Writes what was found about a restore: the row of the restore is locked, after that of the follower that found it. One
 * that succeeded is followed by a backup, so that the history shows what runs now. Whoever waited for the device is woken.
 * @param decide what it makes of the restore as it is now
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

/** What is found about any other does not change it: it has ended, or another restore has begun since. */
function isOpen({ status, checkAt, heldUntil }: Job): boolean {
  if (status === 'awaiting_confirmation') return true
  return (status === 'unknown' || status === 'reverted') && (checkAt !== null || heldUntil !== null)
}

/** A look that failed while the device may still go back by itself is followed by another when it must have. */
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
