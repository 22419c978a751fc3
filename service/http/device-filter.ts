import type { components } from '../../shared/contract/api-types.ts'
import type { DeviceFilter } from '../domain/inventory/devices/list-devices.ts'
import type { DeviceSelection } from '../domain/inventory/devices/select-devices.ts'
import { invalidField } from '../domain/kernel/domain-error.ts'
import { omitUndefined } from './omit-undefined.ts'
import { listOf } from './list-of.ts'

type DevicesSelection = components['schemas']['DevicesSelection']

/** @throws DomainError validation_failed if both or none are given */
export function selectionIn({ ids, filter }: DevicesSelection): DeviceSelection {
  if ((ids === undefined) === (filter === undefined)) throw invalidField('ids', 'devices_by_ids_or_filter')
  return ids ? { ids } : { filter: deviceFilterIn(filter ?? {}) }
}

/** Returns the domain's filter for that of a body or query, whose fields have one value or several. */
export function deviceFilterIn(filter: components['schemas']['DeviceFilter'] & { name?: string }): DeviceFilter {
  const {
    agent_id: agentId,
    credential_id: credentialId,
    end_of_support_by: endOfSupportBy,
    platform,
    site,
    tag,
    state,
    ...others
  } = filter
  const { vendor, model, serial, os_version: osVersion, ...rest } = others
  const facts = omitUndefined({
    vendor: listOf(vendor),
    model: listOf(model),
    serial: listOf(serial),
    os_version: listOf(osVersion),
  })
  const lists = { platforms: listOf(platform), sites: listOf(site), tags: listOf(tag), states: listOf(state) }
  return {
    ...rest,
    ...(Object.keys(facts).length > 0 && { facts }),
    ...omitUndefined({ agentId, credentialId, endOfSupportBy, ...lists }),
  }
}
