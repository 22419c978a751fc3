import { oneOrMore, valuesOf } from '../../ui/filter-values.ts'
import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']
export type Device = Schemas['Device']

const factNames = ['vendor', 'model', 'serial', 'os_version'] as const
type FactName = (typeof factNames)[number]
type OwnName =
  'q' | 'state' | 'platform' | 'site' | 'tag' | 'agent_id' | 'credential_id' | 'drift' | 'end_of_support_by'
type FilterName = OwnName | FactName
export type DeviceFilters = Readonly<Record<FilterName, string>>

/**
 * Converts the filters to the API's. Decommissioned devices are shown only if that state is selected. The service
 * rejects unknown states and platforms.
 */
export function filterOf(filters: DeviceFilters): Schemas['DeviceFilter'] {
  const { q, state, platform, site, tag, agent_id, credential_id, drift, end_of_support_by } = filters
  return {
    ...(q && { q }),
    ...(state && { state: oneOrMore<Schemas['DeviceState']>(state) }),
    ...(!valuesOf(state).includes('decommissioned') && { decommissioned: false }),
    ...(platform && { platform: oneOrMore<Schemas['PlatformId']>(platform) }),
    ...(site && { site: oneOrMore(site) }),
    ...(tag && { tag: oneOrMore(tag) }),
    ...Object.fromEntries(factNames.flatMap((name) => (filters[name] ? [[name, oneOrMore(filters[name])]] : []))),
    ...(end_of_support_by && { end_of_support_by }),
    ...(agent_id && { agent_id }),
    ...(credential_id && { credential_id }),
    ...(drift && { drift: drift === 'true' }),
  }
}

/** Parses `core, dc1` as two tags, without duplicates. */
export function tagsOf(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()).filter(Boolean))] // prettier-ignore
}
