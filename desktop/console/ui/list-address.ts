import { filterBy, valuesOf } from './filter-values.ts'

/** How somebody likes a list. Filters are texts; those that are empty do not filter. */
export interface ListPreference {
  filters: Record<string, string>
  sort: string
  columns: string[]
  pageSize: number
}

/** What a person has set of a list. Filters count for the customer that they were set for. */
export type KeptList = Partial<ListPreference> & { customer?: string }

export type Query = Record<string, string | null | (string | null)[] | undefined>

/** What a list begins with, and which filters it has. */
export interface ListShape {
  filters: readonly string[]
  /** Those of the filters that take several values, which an address names more than once. */
  several?: readonly string[]
  sort: string
  columns: readonly string[]
}

export const pageSizes = [50, 100, 200, 500, 1000] as const
const usualPageSize = 100

/** Whether an address says anything of the list, so that the filters that the person had there last do not count. */
export function saysOfList(query: Query, shape: ListShape): boolean {
  return ['sort', 'columns', 'rows', ...shape.filters].some((name) => name in query)
}

/** As the address says; the layout that it does not say is as the person has it, then as usual. */
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

/** How a list is when one comes to it: where the address says nothing as one had it, filters for this customer only. */
export function listAtFirst(query: Query, shape: ListShape, kept: KeptList, customer: string): ListPreference {
  const list = listOf(query, shape, kept)
  if (saysOfList(query, shape)) return list
  const filters = kept.customer === customer ? { ...list.filters, ...kept.filters } : list.filters
  return { ...list, filters, sort: kept.sort || list.sort }
}

/** What is kept once a person has changed a part of it; of filters none that names one thing by its id. */
export function keptAfter(kept: KeptList, change: Partial<ListPreference>, customer: string): KeptList {
  const { filters, ...rest } = change
  if (!filters) return { ...kept, ...rest }
  const lasting = Object.entries(filters).filter(([name]) => !name.endsWith('_id'))
  return { ...kept, ...rest, filters: Object.fromEntries(lasting), customer }
}

/** The part of an address that says how the list is; what is as usual is left out. Other parts stay. */
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
