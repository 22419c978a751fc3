import { Device } from '../../../store/models/device.ts'
import type { RestoreCheckOutcome } from '../../../store/models/restore-check.ts'
import type { Version } from '../../../store/models/version.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import type { RestoreCheckResult } from './check-version.ts'

/** The version that was checked, with its lineage. */
type CheckedVersion = Pick<Version, 'id' | 'artifactId' | 'deviceId'> & { key: string; transport: 'ssh' | 'api' }

/**
 * Stores the result if the version still exists. Records an event if the outcome differs from the last one of the lineage; a
 * lineage without a check counts as restorable.
 */
export async function recordRestoreCheck(
  { trx, tenantId, now }: Pick<TenantContext, 'trx' | 'tenantId' | 'now'>,
  version: CheckedVersion,
  { outcome, failure }: RestoreCheckResult,
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { before: RestoreCheckOutcome | null }[] }>(
    `with before as (
       select outcome from restore_checks where tenant_id = :tenantId and artifact_id = :artifactId
       order by checked_at desc limit 1),
     stored as (
       insert into restore_checks (tenant_id, version_id, artifact_id, checked_at, outcome, failure)
       select v.tenant_id, v.id, v.artifact_id, :now, :outcome, :failure::jsonb
       from versions v where v.tenant_id = :tenantId and v.id = :id
       on conflict (tenant_id, version_id) do update
         set checked_at = excluded.checked_at, outcome = excluded.outcome, failure = excluded.failure
       returning version_id)
     select (select outcome from before) as before from stored`,
    {
      tenantId,
      id: version.id,
      artifactId: version.artifactId,
      now,
      outcome,
      failure: failure && JSON.stringify(failure),
    },
  )
  const [stored] = rows
  const before = stored?.before ?? 'restorable'
  if (!stored || before === outcome) return
  const device = await Device.query(trx).findById(version.deviceId).throwIfNotFound()
  const { id: version_id, artifactId: artifact_id, key, transport } = version
  const data = { version_id, artifact_id, key, transport, outcome }
  const type = outcome === 'restorable' ? 'version.restorable' : 'version.not_restorable'
  const severity = outcome === 'incomplete' ? 'warning' : undefined
  await recordEvents({ trx, now }, [{ type, tenantId, device, data, severity }])
}
