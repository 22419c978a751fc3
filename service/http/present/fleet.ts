import type { components } from '../../../shared/contract/api-types.ts'
import { type FleetResult, type FleetView, isFleetApproved } from '../../domain/inventory/discovery/fleets.ts'
import { scanErrorBinding } from '../../domain/inventory/discovery/scan-error-place.ts'
import { openField } from '../../keys/sealed-field.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Fleet } from '../../store/models/fleet.ts'

type Schemas = components['schemas']

/** @param keys of its customer; null when they were destroyed: then what went wrong cannot be told */
export function presentFleet(fleet: Fleet, keys: TenantKeys | null): Schemas['Fleet'] {
  return {
    id: fleet.id,
    tenant_id: fleet.tenantId,
    name: fleet.name,
    credential_id: fleet.credentialId,
    region: fleet.region as Schemas['FleetRegion'],
    address_status: isFleetApproved(fleet) ? 'approved' : 'pending',
    org_ids: fleet.orgIds,
    agent_ids: fleet.agentIds,
    schedule: fleet.schedule,
    created_at: fleet.createdAt.toISOString(),
    updated_at: fleet.updatedAt.toISOString(),
    last_scan: scanOf(fleet, keys),
  }
}

/** With what was found. */
export function presentFleetView({ fleet, results }: FleetView, keys: TenantKeys | null): Schemas['Fleet'] {
  const shown = presentFleet(fleet, keys)
  return { ...shown, last_scan: shown.last_scan && { ...shown.last_scan, results: results.map(resultOf) } }
}

function scanOf(fleet: Fleet, keys: TenantKeys | null): Schemas['FleetScan'] | null {
  const { scanStatus: status, scanQueuedAt: queuedAt, scanError } = fleet
  if (!status || !queuedAt) return null
  return {
    status,
    queued_at: queuedAt.toISOString(),
    started_at: fleet.scanStartedAt?.toISOString() ?? null,
    finished_at: fleet.scanFinishedAt?.toISOString() ?? null,
    error_code: fleet.scanErrorCode,
    error: scanError && keys && openField(keys, scanErrorBinding(fleet), scanError).toString(),
    progress: fleet.scanProgress,
    skipped: fleet.scanSkipped,
  }
}

function resultOf(result: FleetResult): Schemas['FleetResult'] {
  return {
    key: result.key,
    kind: 'network',
    name: result.name,
    organisation: result.organisation,
    organisation_id: result.organisationId,
    product_types: result.productTypes,
    existing: result.isExisting,
    imported: result.deviceId !== null,
    seen: result.isSeen,
    device_id: result.inventoryId,
    device_name: result.inventoryName,
  }
}
