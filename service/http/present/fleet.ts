import { render } from '../../../shared/messages/render.ts'
import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import type { FleetResult, FleetView } from '../../domain/inventory/discovery/fleet-view.ts'
import { isFleetApproved } from '../../domain/inventory/discovery/approve-fleet.ts'
import { readScanFailure } from '../../domain/inventory/discovery/scan-failure.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Fleet, SkippedOrganisation } from '../../store/models/fleet.ts'
import { presentError } from './failure.ts'

type Schemas = components['schemas']

/** @param keys of the tenant; null if they were destroyed: failures can then not be shown */
export function presentFleet(fleet: Fleet, keys: TenantKeys | null, locale: Locale): Schemas['Fleet'] {
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
    last_scan: scanOf(fleet, keys, locale),
  }
}

/** The view with its matches. */
export function presentFleetView(
  { fleet, results }: FleetView,
  keys: TenantKeys | null,
  locale: Locale,
): Schemas['Fleet'] {
  const shown = presentFleet(fleet, keys, locale)
  return { ...shown, last_scan: shown.last_scan && { ...shown.last_scan, results: results.map(resultOf) } }
}

function scanOf(fleet: Fleet, keys: TenantKeys | null, locale: Locale): Schemas['FleetScan'] | null {
  const { scanStatus: status, scanQueuedAt: queuedAt } = fleet
  if (!status || !queuedAt) return null
  return {
    status,
    queued_at: queuedAt.toISOString(),
    started_at: fleet.scanStartedAt?.toISOString() ?? null,
    finished_at: fleet.scanFinishedAt?.toISOString() ?? null,
    error_code: fleet.scanErrorCode,
    ...presentError(readScanFailure(fleet, keys), locale),
    progress: fleet.scanProgress,
    skipped: fleet.scanSkipped.map((one) => presentSkipped(one, locale)),
  }
}

function presentSkipped({ id, name, reason: stored }: SkippedOrganisation, locale: Locale) {
  const reason = typeof stored === 'string' ? message('legacy_text', { text: stored }) : stored
  return { id, name, reason: render(reason, locale), code: reason.code, params: reason.params }
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
