import type { SystemContext } from '../kernel/context.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { Job } from '../../store/models/job.ts'

/** Queues a backup of a job's device, requested by the same user, unless one is pending. */
export async function queueBackup(
  { trx, now }: SystemContext,
  { tenantId, deviceId, requestedBy }: Job,
): Promise<void> {
  await trx.raw(
    `insert into jobs (id, tenant_id, device_id, kind, trigger, requested_by, status, queued_at, not_before)
     values (?, ?, ?, 'backup', 'manual', ?, 'queued', ?, ?)
     on conflict (tenant_id, device_id) where kind = 'backup' and status in ('queued', 'running', 'retrying') do nothing`,
    [randomUUIDv7(), tenantId, deviceId, requestedBy, now, now],
  )
}
