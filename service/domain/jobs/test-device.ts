import { randomUUIDv7 } from 'node:crypto'
import { platformById } from '../../../shared/platforms/registry.ts'
import { documentFormat } from '../../../shared/platforms/stored-platform.ts'
import { Device } from '../../store/models/device.ts'
import { Job } from '../../store/models/job.ts'
import type { Notifier } from '../../store/pg-notify.ts'
import { onlineMs } from '../inventory/agents/agent-status.ts'
import { recordAudit } from '../kernel/audit/record-audit.ts'
import type { TenantContext } from '../kernel/context.ts'
import { DomainError, notFound } from '../kernel/domain-error.ts'
import { requireKeys } from '../kernel/require-keys.ts'
import { hasStoredPlatform } from './stored-platform-sql.ts'
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
  if (!isOurs && !(await isReachable(context, device))) {
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

/** Online, allowed to work, authorised for the device, and able to speak its platform. */
async function isReachable({ trx, tenantId, now }: TenantContext, device: Device): Promise<boolean> {
  const { rows } = await trx.raw(
    `select 1 from agents a
     join agent_sessions s on s.tenant_id = a.tenant_id and s.agent_id = a.id and s.ended_at is null
     join devices d on d.tenant_id = a.tenant_id and d.id = :deviceId
     where a.tenant_id = :tenantId and a.revoked_at is null and a.cloned_at is null and a.rewound_at is null
       and a.last_seen_at > :heardAfter
       and (d.platform = any(s.platforms) or s.document_format >= :documentFormat and ${hasStoredPlatform()})
       and (not exists (select from device_agents m where m.tenant_id = a.tenant_id and m.device_id = :deviceId)
            or exists (select from device_agents m
                       where m.tenant_id = a.tenant_id and m.device_id = :deviceId and m.agent_id = a.id))
     limit 1`,
    { tenantId, heardAfter: new Date(now.getTime() - onlineMs), documentFormat, deviceId: device.id },
  )
  return rows.length > 0
}
