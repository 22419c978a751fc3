import { Job } from '../../../store/models/job.ts'
import type { ActionContext } from '../../kernel/context.ts'

/**
 * Returns the restore that is running on a device, or that has an unknown outcome while the device may still roll back
 * automatically; null if there is no such restore. Each condition has a partial index, because a device has many other
 * jobs.
 */
export async function findLiveRestore({ trx, now }: ActionContext, deviceId: string): Promise<Job | null> {
  const ofDevice = () => Job.query(trx).where({ kind: 'restore', deviceId }).select('*')
  const live = await ofDevice()
    .whereIn('status', ['queued', 'running', 'awaiting_confirmation'])
    .unionAll(ofDevice().whereIn('status', ['unknown', 'reverted']).where('heldUntil', '>', now))
  return live.at(-1) ?? null
}
