import { type ComputedRef, type Ref, computed, ref, watch } from 'vue'
import { useLiveRefresh } from '../../client/live.ts'
import { useMay } from '../../client/session.ts'
import { useTenants } from '../../client/tenants.ts'
import { useMessages } from '../../language/useMessages.ts'
import type { Messages, MessageCatalogue } from '../../language/define-messages.ts'
import { oneOrMore } from '../filter-values.ts'
import type { ExportOf } from '../exports.ts'
import type { ListRow } from '../list-columns.ts'
import { useLatest } from '../useLatest.ts'
import { useListState } from '../useListState.ts'
import { useMissingPermission } from '../useMissingPermission.ts'
import { usePagedList } from '../usePagedList.ts'
import type { ListDefinition, ListSource, PageColumn, PageFilter, PageQuery, Reading } from './list-definition.ts'

/**
 * The state of a list page, for `<ListPage :list="list">`: filters, order and columns in the address, and the rows.
 * @returns `again` reads the rows again, `replace` replaces a changed row, `selected` contains ids
 */
export function useListPage<Row extends ListRow, const Texts extends Messages, Filter extends string = never>(
  definition: ListDefinition<Row, Texts, Filter>,
) {
  const { columns, filters: shownFilters = [], sort = '', source, live, selectable = [] } = definition
  const customers = useTenants()
  const may = useMay()
  const missing = useMissingPermission()
  const { t } = useMessages<Record<string, string>>(
    definition.messages as MessageCatalogue<Messages> as MessageCatalogue<Record<string, string>>,
  )
  const filters: readonly PageFilter<Filter>[] = shownFilters
  const state = useListState(definition.name, {
    filters: filters.map(({ key }) => key),
    several: filters.filter(({ several }) => several).map(({ key }) => key),
    sort,
    columns: columns.filter(({ always, optional }) => !always && !optional).map(({ key }) => key),
  })
  const how = definition.cached ? { cacheAs: `list of ${definition.name}` } : {}
  const list = useRows(source, state, filters, sort !== '', how)
  const total = useTotal(list, state.filterCount)
  const selected = ref<string[]>([])
  watch([() => JSON.stringify(state.filters), () => customers.tenant], () => (selected.value = []))
  if (live) useLiveRefresh(live.types, live.again ?? list.again, live.how)

  return {
    definition,
    t,
    state,
    filters: state.filters,
    rows: list.rows as Readonly<Ref<Row[]>>,
    table: list.table,
    total,
    loading: list.loading,
    hasMore: list.hasMore,
    again: list.again,
    replace: list.replace,
    selected,
    canSelect: computed(() => selectable.some(may)),
    canAdd: computed(() => definition.add !== undefined && missing(definition.add) === undefined),
    columns: computed(() =>
      columns
        .filter(({ ofMany }) => !ofMany || customers.showsMany)
        .map((column) => ({ ...column, title: t(`column.${column.key}`) })),
    ),
  }
}

/** What a page draws of its list, whatever its texts and filters are. */
export interface ListPageState<Row extends ListRow> {
  definition: Pick<
    ListDefinition<Row, Messages, never>,
    'name' | 'icon' | 'sort' | 'rowTo' | 'add' | 'label' | 'hint' | 'empty' | 'emptyHint' | 'nameOf'
  > & { filters?: readonly PageFilter[]; exports?: (filters: never) => ExportOf }
  t: (key: string) => string
  state: Omit<ReturnType<typeof useListState<string>>, 'filters'> & { filters: Record<string, string> }
  table: ComputedRef<{ rows: Row[]; loading: boolean; failure?: Error; retry: () => unknown; onMore?: () => unknown }>
  total: Readonly<Ref<number | undefined>>
  selected: Ref<string[]>
  canSelect: ComputedRef<boolean>
  canAdd: ComputedRef<boolean>
  columns: ComputedRef<(PageColumn<Row> & { title: string })[]>
}

interface RowCount {
  rows: Readonly<Ref<readonly unknown[]>>
  loading: Readonly<Ref<boolean>>
  hasMore: () => boolean
  /** Returns the number of rows without filters; absent if the service filters. */
  all: (() => number | undefined) | undefined
  /** Counts the rows without filters; undefined if there is more than a page. */
  count?: () => Promise<number | undefined>
}

/** Returns the number of rows without filters: as they were read in this visit, or counted once while filters apply. */
function useTotal(
  { rows, loading, hasMore, all, count }: RowCount,
  filterCount: Readonly<Ref<number>>,
): Readonly<Ref<number | undefined>> {
  const customers = useTenants()
  const seen = ref<number>()
  let countedFor: string | undefined | null = null
  watch(
    () => customers.tenant,
    () => (seen.value = undefined),
  )
  watch([rows, loading], async () => {
    const { tenant } = customers
    if (loading.value || hasMore()) return
    if (filterCount.value === 0) return void (seen.value = rows.value.length)
    if (!count || seen.value !== undefined || countedFor === tenant) return
    countedFor = tenant
    const counted = await count().catch(() => undefined)
    if (customers.tenant === tenant) seen.value ??= counted
  })
  return computed(() => {
    const total = all?.() ?? seen.value
    return total !== undefined && total < rows.value.length ? undefined : total // rows were added since
  })
}

function useRows<Row extends ListRow, Filter extends string>(
  source: ListSource<Row, Filter>,
  state: ReturnType<typeof useListState<Filter>>,
  filters: readonly PageFilter<Filter>[],
  isSorted: boolean,
  how: { cacheAs?: string },
) {
  const customers = useTenants()
  if ('all' in source) {
    const { data, ...reading } = useLatest(
      () => customers.tenant,
      (signal) => source.all(customers.tenant, signal),
      how,
    )
    return {
      ...rowsAtOnce(() => source.match(data.value ?? [], state.filters), reading),
      all: () => data.value?.length,
    }
  }
  if ('rows' in source) return { ...rowsAtOnce(() => source.rows(state.filters), source.reading), all: undefined }
  const read = (cursor: string | undefined, signal: AbortSignal, wanted: Record<Filter, string>) => {
    const used = filters.filter(({ key }) => wanted[key] !== '')
    const values = used.map(({ key, several }) => [key, several ? oneOrMore(wanted[key]) : wanted[key]])
    const query = {
      ...(Object.fromEntries(values) as PageQuery<Filter>),
      ...(isSorted && { sort: state.sort.value as never }),
      limit: state.pageSize.value,
      tenant: customers.tenant,
      cursor,
    }
    return source.page(query, signal, wanted)
  }
  const paged = usePagedList<Row>(
    [() => JSON.stringify(state.filters), state.sort, state.pageSize, () => customers.tenant],
    (cursor, signal) => read(cursor, signal, state.filters),
    how,
  )
  const unfiltered = Object.fromEntries(filters.map(({ key }) => [key, ''])) as Record<Filter, string>
  const count = async () => {
    const { rows, next } = await read(undefined, new AbortController().signal, unfiltered)
    return next === undefined ? rows.length : undefined
  }
  return { ...paged, all: undefined, ...(how.cacheAs !== undefined && { count }) } // without side effects
}

function rowsAtOnce<Row>(read: () => Row[], { loading, failure, again }: Reading) {
  const rows = computed(read)
  const table = computed(() => ({ rows: rows.value, loading: loading.value, failure: failure.value, retry: again }))
  const replace = () => void again()
  return { rows, table, loading, again, replace, hasMore: () => false }
}
