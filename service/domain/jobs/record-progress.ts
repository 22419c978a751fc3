import { Device } from '../../store/models/device.ts'
import { Job, type JobProgress } from '../../store/models/job.ts'
import type { TenantContext } from '../kernel/context.ts'
import { type LeaseClaim, leasedJob } from './lease-state.ts'

/** An agent's progress with a tree. `checkpoint`: the root of a tree of the files that are stored by now. */
export interface ReportedProgress {
  progress: Omit<JobProgress, 'at'>
  checkpoint: Buffer | null
}

/**
 * Maximum age of a checkpoint's start. No version refers to its chunks: the sweep spares them for two days after they
 * were sent or promised, and the rest of the tree has to be read in that time.
 */
const checkpointMs = 36 * 60 * 60 * 1000

/**
 * Stores the progress of a job. A checkpoint is the baseline of the device's next attempt until a result is committed.
 * @throws DomainError 409 `lease_lost`
 */
export async function recordProgress(
  context: TenantContext,
  claim: LeaseClaim,
  { progress, checkpoint }: ReportedProgress,
): Promise<void> {
  const { trx, tenantId, now } = context
  const job = await leasedJob(context, claim)
  const stored = { ...progress, at: now.toISOString() }
  await Job.query(trx).findById(job.id).patch({ progress: stored })
  if (!checkpoint || job.kind !== 'backup') return
  await trx.raw(
    `update devices set checkpoint_root = :checkpoint,
       checkpoint_began_at = case when checkpoint_began_at > :oldest then checkpoint_began_at else :beganAt end
     where tenant_id = :tenantId and id = :deviceId`,
    { checkpoint, oldest: oldestAt(now), beganAt: job.startedAt ?? now, tenantId, deviceId: job.deviceId },
  )
}

/** Returns the root of an interrupted attempt's checkpoint while its content is certain to be stored. */
export async function findCheckpoint({ trx, now }: TenantContext, deviceId: string): Promise<Buffer | null> {
  const device = await Device.query(trx)
    .findById(deviceId)
    .where('checkpointBeganAt', '>', oldestAt(now))
    .select('checkpointRoot')
  return device?.checkpointRoot ?? null
}

/** Deletes checkpoints whose trees are complete or whose content is missing. */
export async function forgetCheckpoints({ trx, tenantId }: TenantContext, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return
  await trx.raw(
    `update devices set checkpoint_root = null, checkpoint_began_at = null
     where tenant_id = ? and id = any(?::uuid[]) and checkpoint_root is not null`,
    [tenantId, [...deviceIds]],
  )
}

function oldestAt(now: Date): Date {
  return new Date(now.getTime() - checkpointMs)
}
