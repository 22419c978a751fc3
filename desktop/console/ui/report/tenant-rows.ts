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
  /** Agents that are offline or in lab mode. */
  agents: number
}

/** Returns the customers, those that need attention first: the lowest coverage, then the most exceptions. */
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
