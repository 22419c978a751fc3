import { Job } from '../../../store/models/job.ts'
import type { ActionContext } from '../../kernel/context.ts'

/**
 * The restore that is under way on a device, or of which nobody has seen the end while the device may still change by
 * itself; null for none.
 */
export async function findLiveRestore(context: ActionContext, deviceId: string): Promise<Job | null> {
  return (await findLiveRestores(context, [deviceId])).get(deviceId) ?? null
}

/** By the device's id; at most one each. Each half has an index that holds such jobs alone: devices have many others. */
export async function findLiveRestores({ trx, now }: ActionContext, deviceIds: string[]): Promise<Map<string, Job>> {
  const ofDevices = () =>
    Job.query(trx).where({ kind: 'restore' }).whereRaw('device_id = any(?::uuid[])', [deviceIds]).select('*')
  const live = await ofDevices()
    .whereIn('status', ['queued', 'running', 'awaiting_confirmation'])
    .unionAll(ofDevices().whereIn('status', ['unknown', 'reverted']).where('heldUntil', '>', now))
  return new Map(live.map((job) => [job.deviceId, job]))
}
