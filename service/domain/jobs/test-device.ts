import { randomUUIDv7 } from 'node:crypto'
import { platformById } from '../../../shared/platforms/registry.ts'
import { Device } from '../../store/models/device.ts'
import { Job } from '../../store/models/job.ts'
import type { Notifier } from '../../store/pg-notify.ts'
import { recordAudit } from '../kernel/audit/record-audit.ts'
import type { TenantContext } from '../kernel/context.ts'
import { DomainError, notFound } from '../kernel/domain-error.ts'
import { requireKeys } from '../kernel/require-keys.ts'
import { findOnlineAgents } from './online-agents.ts'
import { outOfService } from './trigger-backups.ts'
import { type Run, getRun } from './runs.ts'

/**
 * Queues a connection test. It may be queued beside a backup, but never runs at the same time.
 * @throws DomainError 409 for a decommissioned device, if no agent that can reach it is online, or `keys_destroyed`
 */
export async function testDevice(context: TenantContext, deviceId: string, signals: Notifier): Promise<Run> {
  const { trx, tenantId, now } = context
  await requireKeys(context)
  const device = await Device.query(trx).findById(deviceId)
  if (!device) throw notFound()
  if (!device.enabled || device.decommissionedAt) throw outOfService(device)
  const isOurs = platformById(device.platform)?.reachedBy === 'service'
  if (!isOurs && !(await findOnlineAgents(context, deviceId)).some(({ supportsPlatform }) => supportsPlatform)) {
    throw new DomainError('no_agent', { device: device.name })
  }
  const id = randomUUIDv7()
  await Job.query(trx).insert({
    id,
    tenantId,
    deviceId,
    kind: 'test',
    trigger: 'manual',
    requestedBy: context.actor.name,
    status: 'queued',
    queuedAt: now,
    notBefore: now,
  })
  await recordAudit(context, 'device.test', { kind: 'device', id: deviceId, detail: { run_id: id } })
  await signals.notify(trx, 'jobs', tenantId)
  return getRun(context, id)
}
