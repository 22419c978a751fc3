import { computed, ref } from 'vue'
import { pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { useTenants } from '../../client/tenants.ts'
import { useMessages } from '../../language/useMessages.ts'
import { valuesOf } from '../../ui/filter-values.ts'
import type { RowLink } from '../../ui/list-columns.ts'
import { useListPage } from '../../ui/list-page/useListPage.ts'
import type { PageColumn, PageQuery, TextBelow } from '../../ui/list-page/list-definition.ts'
import { summaryText } from '../../ui/summary-text.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { usePlatformNames } from '../../ui/usePlatformNames.ts'
import { type ChangeFilters, filterOf, periods } from './change-filters.ts'
import { type ChangeRow, newerThan, rowOf } from './change-row.ts'
import { messages } from './messages.ts'

/** Maximum count of new changes; more are shown as "more". */
const maxCounted = 50
const latestFirst = '-captured_at'

type ColumnKey = TextBelow<(typeof messages)['en'], 'column'>

const columns: readonly PageColumn<ChangeRow, ColumnKey>[] = [
  { key: 'device', width: 'minmax(104px, 1.4fr)', always: true },
  {
    key: 'customer',
    as: 'customer',
    value: ({ device }) => device.tenant_id,
    width: 'minmax(90px, 0.8fr)',
    ofMany: true,
  },
  {
    key: 'key',
    as: 'mono',
    value: ({ version }) => version.key,
    tip: ({ version }) => version.key,
    width: 'minmax(100px, 1fr)',
  },
  {
    key: 'summary',
    value: ({ version }) => summaryText(version),
    tip: ({ version }) => summaryText(version),
    width: 'minmax(120px, 2.2fr)',
    secondary: true,
  },
  { key: 'size', width: '80px', align: 'right' },
  { key: 'author', value: ({ version }) => version.reported_author, width: 'minmax(90px, 0.8fr)' },
  { key: 'site', value: ({ device }) => device.site, width: 'minmax(80px, 0.7fr)' },
  { key: 'platform', value: ({ device }) => device.platform, width: 'minmax(110px, 0.8fr)', optional: true },
  { key: 'review', width: 'minmax(120px, 1fr)' },
  {
    key: 'when',
    as: 'ago',
    value: ({ version }) => version.captured_at,
    width: '96px',
    sort: { by: 'captured_at', down: true },
  },
]

/** Reading changes is audited: a burst of events causes one read. */
const settleMs = 3_000

/**
 * The changes that match the filters in the address, the latest first. New ones are only counted, so that rows do not
 * move; `again` loads them.
 * @param rowTo address of an open change
 */
export function useChangeList(rowTo: RowLink<ChangeRow>) {
  const { t } = useMessages(messages)
  const customers = useTenants()
  const { platforms } = usePlatformNames()
  const read = useReading()
  const newer = ref(0)
  const seen = (of: (row: ChangeRow) => string | string[]): string[] =>
    [...new Set(list.rows.value.flatMap(of))].filter(Boolean).toSorted()
  const hasDates = (): boolean => list.filters.period === 'dates'

  const list = useListPage({
    name: 'changes',
    messages,
    icon: 'done',
    sort: latestFirst,
    source: {
      page: async ({ tenant, sort, limit, cursor }, signal, filters) => {
        const page = await read(filters, { tenant, sort, limit, cursor }, signal)
        if (cursor === undefined) newer.value = 0
        return page
      },
    },
    // a failed read is repeated by the next event
    live: {
      types: ['version.written', 'version.suspicious'],
      again: () => refresh().catch(() => undefined),
      how: { settleMs },
    },
    rowTo,
    nameOf: ({ device, version }) => `${device.name} ${version.key}`,
    selectable: ['device:write'],
    filters: [
      {
        key: 'reviewed',
        bar: () => (['', 'true', 'any'] as const).map((value) => ({ value, label: t(`reviewed.${value || 'open'}`) })),
      },
      {
        key: 'suspicious',
        options: () => (['true', 'false'] as const).map((value) => ({ value, label: t(`suspicious.${value}`) })),
      },
      {
        key: 'period',
        options: () => ([...periods, 'dates'] as const).map((value) => ({ value, label: t(`period.${value}`) })),
      },
      { key: 'from', day: true, isShown: hasDates },
      { key: 'until', day: true, isShown: hasDates },
      { key: 'platform', several: true, options: () => platforms.value },
      { key: 'site', several: true, suggestions: () => seen(({ device }) => device.site) },
      { key: 'tag', several: true, suggestions: () => seen(({ device }) => device.tags) },
      { key: 'key', several: true, suggestions: () => seen(({ version }) => version.key) },
      {
        key: 'group',
        badge: { icon: 'change', text: () => t('filter.ofGroup'), clear: () => t('filter.anyGroup') },
      },
      {
        key: 'device_id',
        label: () => t('column.device'),
        several: true,
        named: 'device',
        badge: {
          icon: 'device',
          text: (ids): string => t('filter.ofDevice', { name: deviceNames.value ?? ids }),
          clear: () => t('filter.anyDevice'),
        },
      },
    ],
    columns,
  })
  const deviceNames = useDeviceNames(() => list.filters.device_id)

  async function refresh(): Promise<void> {
    if (list.loading.value) return
    if (list.rows.value.length === 0) return void list.again()
    const comesLast = list.state.sort.value !== latestFirst && list.hasMore()
    if (comesLast) return // loaded on scrolling
    const { rows } = await read(list.filters, {
      tenant: customers.tenant,
      sort: latestFirst as never,
      limit: maxCounted,
    })
    newer.value = newerThan(rows, list.rows.value).length
  }

  return {
    list,
    /** Number of changes since the list was read, up to the limit. */
    newer,
    isMore: computed(() => newer.value >= maxCounted),
  }
}

function useReading() {
  const api = useApi()
  return async (filters: ChangeFilters, page: PageQuery<never>, signal?: AbortSignal) => {
    const query = { ...filterOf(filters, new Date()), ...page }
    const { rows, next } = pageOf(await api.GET('/api/changes', { params: { query }, signal }))
    return { rows: rows.map(rowOf), next }
  }
}

/** Names of the devices in the filter. */
function useDeviceNames(filter: () => string) {
  const api = useApi()
  const { data } = useLatest(filter, async (signal) => {
    const reading = valuesOf(filter()).map(async (id) => {
      const { data: device } = await api.GET('/api/devices/{device_id}', {
        params: { path: { device_id: id } },
        signal,
      })
      return device?.name ?? id
    })
    return (await Promise.all(reading)).join(', ')
  })
  return data
}
