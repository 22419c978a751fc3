import type { components } from '../../../../shared/contract/api-types.ts'
import { agentsAtWork } from '../../ui/report/agents-at-work.ts'

type Schemas = components['schemas']
export type Customer = Schemas['Tenant']

/** A customer with its state; unknown or obsolete values are undefined. */
export interface TenantRow extends Customer {
  coverage?: number | null
  devices?: number
  exceptions?: number
  agents?: { online: number; enrolled: number }
  stored?: number
}

/** Returns the customers with their values from the report and the storage. A customer without keys is in no report. */
export function tenantRows(
  customers: readonly Customer[],
  report: Schemas['DailyReport'] | undefined,
  usage: Schemas['StorageUsage'] | undefined,
): TenantRow[] {
  const reports = new Map(report?.customers?.map((one) => [one.id, one]))
  const stored = new Map(usage?.by_tenant.map((one) => [one.id, one.stored]))
  return customers.map((customer) => {
    const told = reports.get(customer.id)
    return {
      ...customer,
      ...(told && {
        coverage: told.summary.coverage_pct,
        devices: told.summary.devices,
        exceptions: told.summary.exceptions,
        agents: agentsAtWork(told.agents),
      }),
      stored: stored.get(customer.id),
    }
  })
}

export const filterNames = ['q', 'state'] as const

/** `q` is a part of the name or short name; case is ignored. */
export function foundTenants<Row extends Customer>(
  rows: readonly Row[],
  { q, state }: Readonly<Record<(typeof filterNames)[number], string>>,
): Row[] {
  const part = q.trim().toLowerCase()
  return rows.filter(
    ({ name, slug, keys_destroyed_at: destroyed }) =>
      `${name}\n${slug}`.toLowerCase().includes(part) &&
      (state === '' || (state === 'destroyed') === (destroyed !== null)),
  )
}
