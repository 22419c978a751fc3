import type { components } from '../../../../shared/contract/api-types.ts'
import { agentsAtWork } from './agents-at-work.ts'

export type TenantReport = components['schemas']['CustomerReport']

export interface TenantRow {
  slug: string
  name: string
  /** Null: the customer has no device to cover. */
  coverage: number | null
  devices: number
  exceptions: number
  /** Agents that are not at work or pretend. */
  agents: number
}

/** The customers, those first who need somebody most: the least covered, then those with the most to look at. */
export function tenantRows(customers: readonly TenantReport[]): TenantRow[] {
  return customers
    .map(({ slug, name, summary, agents }) => ({
      slug,
      name,
      coverage: summary.coverage_pct,
      devices: summary.devices,
      exceptions: summary.exceptions,
      agents: agentsAtWork(agents).troubled.length,
    }))
    .toSorted(
      (one, other) =>
        (one.coverage ?? Infinity) - (other.coverage ?? Infinity) ||
        other.exceptions - one.exceptions ||
        other.agents - one.agents ||
        one.name.localeCompare(other.name),
    )
}
