import { randomUUIDv7 } from 'node:crypto'
import { Device } from '../../../../store/models/device.ts'
import { Job } from '../../../../store/models/job.ts'
import { Tenant } from '../../../../store/models/tenant.ts'
import type { Notifier } from '../../../../store/pg-notify.ts'
import { recordAudit } from '../../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../../kernel/context.ts'
import { type Run, getRun } from '../../runs.ts'
import { outOfService } from '../../trigger-backups.ts'
import { DomainError, notFound } from '../../../kernel/domain-error.ts'
import { deniedRestore, denialOf } from './policy-denial.ts'
import type { RestoreDependencies } from './request-restore.ts'
import { requireKeys } from '../../../kernel/require-keys.ts'

/**
 * Queues the confirmation of the commit that is pending on a device, a job that runs at most once. If a confirmation is
 * queued or running, returns that one.
 * @throws DomainError 404; 403 with the level whose policy now denies restores; 409 if no commit awaits confirmation,
 *   its window has ended, or the device is decommissioned
 */
export async function confirmRestore(
  context: TenantContext,
  deviceId: string,
  { signals, platformPolicy }: Pick<RestoreDependencies, 'signals' | 'platformPolicy'>,
): Promise<Run> {
  const { trx, tenantId, now } = context
  await requireKeys(context)
  const restore = await Job.query(trx)
    .where({ tenantId, deviceId, kind: 'restore', status: 'awaiting_confirmation' })
    .forUpdate()
    .first()
  const device = await Device.query(trx).findById(deviceId)
  if (!device) throw notFound()
  if (!restore) throw new DomainError('no_pending_commit', { device: device.name })
  if (restore.confirmUntil === null || restore.confirmUntil <= now) {
    throw new DomainError('confirm_late', { device: device.name })
  }
  if (!device.enabled || device.decommissionedAt) throw outOfService(device)
  const denial = denialOf(platformPolicy, await Tenant.query(trx).findById(tenantId).throwIfNotFound(), device)
  if (denial) throw deniedRestore(denial)
  const id = (await pendingConfirmation(context, restore)) ?? (await queue(context, restore, signals))
  const detail = { run_id: id, restore_id: restore.id, version_id: restore.versionId }
  await recordAudit(context, 'restore.confirm', { kind: 'device', id: deviceId, detail })
  return getRun(context, id)
}

async function pendingConfirmation({ trx }: TenantContext, { id: restoreId, tenantId }: Job): Promise<string | null> {
  const pending = await Job.query(trx)
    .where({ tenantId, restoreId, kind: 'restore_confirm' })
    .whereIn('status', ['queued', 'running'])
    .select('id')
    .first()
  return pending?.id ?? null
}

async function queue(context: TenantContext, restore: Job, signals: Notifier): Promise<string> {
  const { trx, tenantId, now } = context
  const id = randomUUIDv7()
  await Job.query(trx).insert({
    id,
    tenantId,
    deviceId: restore.deviceId,
    kind: 'restore_confirm',
    trigger: 'manual',
    requestedBy: context.actor.name,
    status: 'queued',
    queuedAt: now,
    notBefore: now,
    versionId: restore.versionId,
    restoreId: restore.id,
    confirmMinutes: restore.confirmMinutes,
  })
  await signals.notify(trx, 'jobs', tenantId)
  return id
}
