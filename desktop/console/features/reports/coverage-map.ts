import type { components } from '../../../../shared/contract/api-types.ts'
import { stripOf } from './calendar.ts'

export type TenantCoverage = components['schemas']['CustomerCoverage']

/** Days of the map up to the day of the report. */
export const daysOfMap = 31

/** Drawn customers; the table and the download have all. */
export const maxDrawn = 100

/** What a cell shows. */
export interface MapDay {
  day: string
  /** Null: no device was to be covered. Absent: the day was not frozen. */
  coverage?: number | null
}

/** A row of the map: a customer, or all customers together. */
export interface MapRow {
  /** Absent: all customers. */
  slug?: string
  name: string
  days: MapDay[]
}

/**
 * Returns a row for all customers and one for each, those with the lowest coverage of the last day first.
 * @param until the last day, YYYY-MM-DD
 * @param all the name of the row for all customers
 */
export function mapRows(until: string, all: string, customers: readonly TenantCoverage[]): MapRow[] {
  const rows = customers.map(({ slug, name, days }) => ({
    slug,
    name,
    days: stripOf(until, daysOfMap, days).map(({ day, frozen }) => ({ day, coverage: frozen?.coverage_pct })),
  }))
  return [
    { name: all, days: stripOf(until, daysOfMap, []).map(({ day }) => ({ day, coverage: coverageOfAll(day, customers) })) }, // prettier-ignore
    ...rows.toSorted((one, other) => lastCoverage(one) - lastCoverage(other) || one.name.localeCompare(other.name)),
  ]
}

/** To one decimal, rounded down as in the reports, so that 100 means all. */
function coverageOfAll(day: string, customers: readonly TenantCoverage[]): number | null | undefined {
  const ofDay = customers.flatMap(({ days }) => days.filter((one) => one.day === day))
  if (ofDay.length === 0) return undefined
  const devices = ofDay.reduce((sum, one) => sum + one.devices, 0)
  const covered = ofDay.reduce((sum, one) => sum + one.covered, 0)
  return devices === 0 ? null : Math.floor((covered * 1000) / devices) / 10
}

function lastCoverage({ days }: MapRow): number {
  return days.findLast(({ coverage }) => coverage !== undefined)?.coverage ?? Infinity
}
