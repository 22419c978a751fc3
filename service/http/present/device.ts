import type { components } from '../../../shared/contract/api-types.ts'
import { message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import type { BulkLine } from '../../domain/inventory/devices/select-devices.ts'
import type { DeviceView } from '../../domain/inventory/devices/device-view.ts'
import { isAddressApproved } from '../../domain/inventory/trust/device-address.ts'
import { remainingSeconds } from '../../domain/jobs/remaining-seconds.ts'
import { presentFieldErrors } from './field-errors.ts'

type Schemas = components['schemas']

export function presentDevice({ device, state, agentIds, lastRun, restore, now }: DeviceView): Schemas['Device'] {
  return {
    id: device.id,
    tenant_id: device.tenantId,
    name: device.name,
    hostname: device.hostname,
    platform: device.platform as Schemas['PlatformId'],
    transport_pref: device.transportPref,
    schedule: device.schedule,
    site: device.site,
    tags: device.tags,
    credential_id: device.credentialId,
    credential_api_id: device.credentialApiId,
    credential_ssh_id: device.credentialSshId,
    agent_ids: agentIds,
    options: device.options,
    staleness_hours: device.stalenessHours === null ? null : Number(device.stalenessHours),
    retry_attempts: device.retryAttempts,
    retry_delay_minutes: device.retryDelayMinutes,
    trust_posture: device.trustPosture,
    restore_policy: device.restorePolicy,
    enabled: device.enabled,
    address_status: isAddressApproved(device) ? 'approved' : 'pending',
    state,
    has_history: device.hasHistory,
    ...presentFacts({ device }),
    last_success_at: device.lastSuccessAt,
    last_run: lastRun && presentLastRun(lastRun),
    restore: restore && presentRestore(restore, now),
    next_occurrence_at: device.nextOccurrenceAt,
    next_run_at: device.nextRunAt,
    held_until: device.heldUntil,
    stale_at: device.staleAt,
    decommissioned_at: device.decommissionedAt,
    purge_at: device.purgeAt,
    purged_at: device.purgedAt,
    created_at: device.createdAt,
    updated_at: device.updatedAt,
  }
}

/** Returns no facts for a device that has not shown any. */
function presentFacts({ device }: Pick<DeviceView, 'device'>): Pick<Schemas['Device'], 'facts'> {
  const { factHostname, factVendor, factModel, factSerial, factOsVersion, uptimeSeconds, uptimeAt } = device
  const { endOfSaleOn, endOfSupportOn } = device
  if (!factHostname && !factVendor && !factModel && !factSerial && !factOsVersion && uptimeAt === null) return {}
  return {
    facts: {
      hostname: factHostname || null,
      vendor: factVendor || null,
      model: factModel || null,
      serial: factSerial || null,
      os_version: factOsVersion || null,
      uptime_seconds: uptimeSeconds === null ? null : Number(uptimeSeconds),
      uptime_at: uptimeAt,
      end_of_sale_on: endOfSaleOn || null,
      end_of_support_on: endOfSupportOn || null,
    },
  }
}

export function presentDevicesChanged(lines: BulkLine[], dryRun: boolean, locale: Locale): Schemas['DevicesChanged'] {
  const refused = lines.filter(({ faults }) => faults.length > 0).length
  const changed = lines.filter(({ changes, faults }) => changes.length > 0 && faults.length === 0).length
  const losing = lines.filter(({ lostOptions }) => lostOptions.length > 0).length
  const notes = [
    ...(lines.some(({ changes }) => changes.some(({ field }) => field === 'options'))
      ? [message('note_options_replaced', { devices: losing })]
      : []),
    ...(dryRun && refused > 0 ? [message('note_nothing_changed', { rejected: refused })] : []),
  ]
  return {
    dry_run: dryRun,
    selected: lines.length,
    changed,
    unchanged: lines.length - changed - refused,
    refused,
    notes: notes.map((note) => render(note, locale)),
    note_messages: notes,
    devices: lines.map(({ id, name, changes, lostOptions, faults }) => {
      const errors = presentFieldErrors(faults, locale)
      const changed = changes.map(({ field }) => field)
      return { id, name, changed, changes, lost_options: lostOptions, errors }
    }),
  }
}

function presentRestore(restore: NonNullable<DeviceView['restore']>, now: Date): Schemas['DeviceRestore'] {
  const { confirmUntil } = restore
  return {
    run_id: restore.id,
    version_id: restore.versionId ?? '',
    status: restore.status,
    confirm_until: confirmUntil,
    remaining_seconds: remainingSeconds({ confirmUntil: confirmUntil === null ? null : new Date(confirmUntil) }, now),
  }
}

function presentLastRun(run: NonNullable<DeviceView['lastRun']>): Schemas['LastRun'] {
  return {
    id: run.id,
    status: run.status,
    error_code: run.errorCode,
    queued_at: run.queuedAt,
    finished_at: run.finishedAt,
  }
}
