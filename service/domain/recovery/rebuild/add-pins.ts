import { inScope } from '../../../store/scope.ts'
import { updateDrift } from '../../repository/pins/update-drift.ts'
import { unknownHost } from './add-devices.ts'
import type { OpenTenant, RebuildCounts, RebuildDependencies } from './rebuild-dependencies.ts'

/**
 * Restores the stored pins of devices that were added from the store and not edited since. For other devices the
 * database is authoritative.
 */
export async function addPins(
  { knex }: RebuildDependencies,
  { tenantId, pins }: OpenTenant,
  counts: RebuildCounts,
): Promise<void> {
  if (pins.length === 0) return
  await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    const { rows } = await trx.raw<{ rows: { artifact_id: string }[] }>(
      `insert into pins (tenant_id, artifact_id, device_id, version_id, pinned_at, pinned_by, drifted)
       select v.tenant_id, v.artifact_id, v.device_id, v.id, p."pinnedAt", p."pinnedBy", false
       from jsonb_to_recordset(:pins::jsonb) as p("versionId" uuid, "pinnedAt" timestamptz, "pinnedBy" text)
       join versions v on v.tenant_id = :tenantId and v.id = p."versionId"
       join devices d on d.tenant_id = v.tenant_id and d.id = v.device_id and d.hostname = :unknownHost
       on conflict do nothing returning artifact_id`,
      { tenantId, unknownHost, pins: JSON.stringify(pins) },
    )
    await updateDrift(
      { trx, tenantId },
      rows.map((row) => row.artifact_id),
    )
    counts.pins_attached += rows.length
  })
}
