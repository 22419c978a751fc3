import { Job } from '../../../store/models/job.ts'
import type { ActionContext } from '../../kernel/context.ts'

/**
 * The restore that is under way on a device, or of which nobody has seen the end while the device may still change by
 * itself; null for none. Each half has an index that holds such jobs alone: a device has many others.
 */
export async function findLiveRestore({ trx, now }: ActionContext, deviceId: string): Promise<Job | null> {
  const ofDevice = () => Job.query(trx).where({ kind: 'restore', deviceId }).select('*')
  const live = await ofDevice()
    .whereIn('status', ['queued', 'running', 'awaiting_confirmation'])
    .unionAll(ofDevice().whereIn('status', ['unknown', 'reverted']).where('heldUntil', '>', now))
  return live.at(-1) ?? null
}
