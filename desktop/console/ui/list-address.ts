import { filterBy, valuesOf } from './filter-values.ts'

/** A user's settings of a list. Filters are texts; empty ones do not filter. */
export interface ListPreference {
  filters: Record<string, string>
  sort: string
  columns: string[]
  pageSize: number
}

/** Stored settings of a list. Filters apply to the customer for which they were set; widths of columns are in pixels. */
export type KeptList = Partial<ListPreference> & { customer?: string; widths?: Record<string, number> }

export type Query = Record<string, string | null | (string | null)[] | undefined>

/** Defaults and filters of a list. */
export interface ListShape {
  filters: readonly string[]
  /** Filters with several values, which an address repeats. */
  several?: readonly string[]
  sort: string
  columns: readonly string[]
}

export const pageSizes = [50, 100, 200, 500, 1000] as const
const usualPageSize = 100

/** Returns whether an address specifies the list; the user's stored filters are then ignored. */
export function saysOfList(query: Query, shape: ListShape): boolean {
  return ['sort', 'columns', 'rows', ...shape.filters].some((name) => name in query)
}

/** Returns the list's settings: from the address; missing layout from the stored settings, then the defaults. */
export function listOf(query: Query, shape: ListShape, kept: KeptList = {}): ListPreference {
  const filters = Object.fromEntries(
    shape.filters.map((name) => [name, filterIn(query[name], shape.several?.includes(name))]),
  )
  const columns = textOf(query['columns'])
  const rows = Number(textOf(query['rows']))
  return {
    filters,
    sort: textOf(query['sort']) || shape.sort,
    columns: columns ? columns.split(',') : [...(kept.columns ?? shape.columns)],
    pageSize: pageSizes.find((size) => size === rows) ?? kept.pageSize ?? usualPageSize,
  }
}

/**
 * Returns the initial settings of a list: without values in the address, the stored ones; filters only for this
 * customer.
 */
export function listAtFirst(query: Query, shape: ListShape, kept: KeptList, customer: string): ListPreference {
  const list = listOf(query, shape, kept)
  if (saysOfList(query, shape)) return list
  const filters = kept.customer === customer ? { ...list.filters, ...kept.filters } : list.filters
  return { ...list, filters, sort: kept.sort || list.sort }
}

/** Filters by times of single runs. */
const fleeting = new Set(['queued_at', 'attempted'])

/** Returns the settings to store after a change, without filters that name one object or batch. */
export function keptAfter(kept: KeptList, change: Partial<ListPreference>, customer: string): KeptList {
  const { filters, ...rest } = change
  if (!filters) return { ...kept, ...rest }
  const lasting = Object.entries(filters).filter(([name]) => !name.endsWith('_id') && !fleeting.has(name))
  return { ...kept, ...rest, filters: Object.fromEntries(lasting), customer }
}

/** Returns the query for a list's settings, without defaults. Other parts are kept. */
export function addressOf(list: ListPreference, shape: ListShape, others: Query): Query {
  const query: Query = { ...others }
  const put = (name: string, value: string | string[], usual: string) => {
    if (value === usual) delete query[name]
    else query[name] = value
  }
  for (const name of shape.filters) {
    const values = valuesOf(list.filters[name] ?? '')
    put(name, values.length > 1 ? values : (values[0] ?? ''), '')
  }
  put('sort', list.sort, shape.sort)
  put('columns', list.columns.join(','), shape.columns.join(','))
  put('rows', String(list.pageSize), String(usualPageSize))
  return query
}

function filterIn(value: Query[string], takesSeveral = false): string {
  return takesSeveral && Array.isArray(value) ? filterBy(value.map((one) => one ?? '')) : textOf(value)
}

function textOf(value: Query[string]): string {
  return (Array.isArray(value) ? value[0] : value) ?? ''
}
