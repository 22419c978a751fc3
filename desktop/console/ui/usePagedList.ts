import { type Ref, type WatchSource, computed, onScopeDispose, ref, shallowRef, toValue, watch } from 'vue'
import { isUnreached } from '../client/api.ts'
import { connection } from '../client/connection.ts'
import type { Page } from '../client/paging.ts'
import { type Read, isPresentable, queryClient } from '../client/query-client.ts'
import { joinRows } from './join-rows.ts'
import { problemIn } from './problem.ts'

/** Maximum number of pages read again; rows further down are kept. */
const mostPagesAgain = 5

/** Maximum number of rows that remain in memory when the page closes. */
const maxCachedRows = 2_000

type ReadPage<Row> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>

/**
 * The rows of a list, loaded on scrolling. Restarts whenever a source changes. What an outage of the service prevented
 * is read again after it.
 * @param ask reads a page from a cursor, as `pageOf(await api.GET(…))` returns it
 * @param how `cacheAs`: name under which the rows remain in memory when a source changes or the page closes; with the
 *   same values they are shown at once while they are read again
 * @returns `loading`: the first page is not loaded, and rows may be outdated; `loadingMore`: a later page is loading.
 *   `replacements` counts how often another list replaced the rows; the new list is shown from its top. `again` reads the
 *   loaded rows again in the background; rows remain until then, and the scroll position is kept. `table`: the props of
 *   a ListTable, for `v-bind`
 */
export function usePagedList<Row>(
  sources: WatchSource | WatchSource[],
  ask: ReadPage<Row>,
  how: { cacheAs?: string } = {},
) {
  const rows = shallowRef<Row[]>([])
  const loading = ref(true)
  const loadingMore = ref(false)
  const failure = shallowRef<Error>()
  const next = ref<string>()
  const replacements = ref(0)
  let current = new AbortController()
  let isReading = false
  let isMoreWanted = false

  const keyNow = () => [how.cacheAs, ...[sources].flat().map((source) => toValue(source) as unknown)]
  /** Of the rows; `begunAt` is absent while they are of an earlier visit. */
  let shown: { key: unknown[]; begunAt?: number } | undefined
  /** Whether the rows are of other values, such as of the former filter after a failed request. */
  const isOther = () => JSON.stringify(shown?.key) !== JSON.stringify(keyNow())

  async function again(): Promise<void> {
    if (isOther()) return restart()
    const before = { rows: rows.value, next: next.value }
    const reading = { key: keyNow(), begunAt: Date.now() }
    isReading = true
    if (before.rows.length === 0 || failure.value) loading.value = true
    await attempt((signal) => readAgain(before, ask, signal), reading)
    if (!isMoreWanted || isReading) return
    isMoreWanted = false
    await more()
  }

  /** Loads one page at a time, after a running refresh. Does nothing at the end of the list, or below rows of other values. */
  async function more(): Promise<void> {
    if (loadingMore.value || next.value === undefined || isOther()) return
    if (isReading) return void (isMoreWanted = true)
    const before = rows.value
    const cursor = next.value
    loadingMore.value = true
    await attempt(async (signal) => {
      const page = await ask(cursor, signal)
      return { rows: before.concat(page.rows), next: page.next }
    })
  }

  async function restart(): Promise<void> {
    const reading = { key: keyNow(), begunAt: Date.now() }
    isReading = true
    loading.value = true
    await attempt((signal) => ask(undefined, signal), reading, { replaces: true })
  }

  /** Shows the rows that the same values had before, and reads them again. Returns false if there are none. */
  function open(): boolean {
    const cached = how.cacheAs === undefined ? undefined : queryClient.getQueryData<Read<Page<Row>>>(keyNow())
    if (!cached || !isPresentable(cached)) return false
    shown = { key: keyNow() }
    rows.value = cached.result.rows
    next.value = cached.result.next
    replacements.value += 1
    failure.value = undefined
    loading.value = false
    void again()
    return true
  }

  function keep(): void {
    if (how.cacheAs === undefined || shown?.begunAt === undefined || rows.value.length > maxCachedRows) return
    queryClient.removeQueries({ queryKey: shown.key, exact: true })
    const result = { rows: rows.value, next: next.value }
    queryClient.setQueryData<Read<Page<Row>>>(shown.key, { result, begunAt: shown.begunAt })
  }

  /** `reading` describes the rows, if they are read from the first one; `replaces`: they replace those of another request. */
  async function attempt(
    work: (signal: AbortSignal) => Promise<Page<Row>>,
    reading = shown,
    { replaces = false } = {},
  ): Promise<void> {
    current.abort()
    const { signal } = (current = new AbortController())
    try {
      const read = await work(signal)
      if (signal.aborted) return
      shown = reading
      rows.value = read.rows
      next.value = read.next
      if (replaces) replacements.value += 1 // in the same rendering as the rows
      failure.value = undefined
    } catch (error) {
      if (signal.aborted) return
      failure.value = error as Error
      if (shown?.begunAt === undefined && problemIn(failure.value)?.status === 403) rows.value = [] // of an earlier visit
    }
    isReading = false
    loading.value = false
    loadingMore.value = false
  }

  /** Replaces a changed row without reading the list again. */
  function replace(isIt: (row: Row) => boolean, row: Row): void {
    rows.value = rows.value.map((known) => (isIt(known) ? row : known))
  }

  if (!open()) void restart()
  watch(sources, () => {
    keep()
    loadingMore.value = false
    isMoreWanted = false
    if (!open()) void restart()
  })
  const forget = connection.onBack(() => {
    if (loading.value || isUnreached(failure.value)) void again()
  })
  onScopeDispose(() => {
    forget()
    current.abort()
    keep()
  })

  const list = { rows, loading, loadingMore, failure, next, replacements, again, more, replace }
  return { ...list, hasMore: () => next.value !== undefined, table: computed(() => tableProps(list)) }
}

/** The state of a list that a table shows, and what the table calls. */
interface ShownList<Row> extends Record<'loading' | 'loadingMore', Ref<boolean>> {
  rows: Ref<Row[]>
  failure: Ref<Error | undefined>
  next: Ref<string | undefined>
  replacements: Ref<number>
  again: () => Promise<void>
  more: () => Promise<void>
}

/** Returns the props of a ListTable. */
function tableProps<Row>(list: ShownList<Row>) {
  return {
    rows: list.rows.value,
    loading: list.loading.value,
    loadingMore: list.loadingMore.value,
    failure: list.failure.value,
    hasMore: list.next.value !== undefined,
    replacements: list.replacements.value,
    retry: list.again,
    onMore: list.more,
  }
}

/** Reads as many rows as there were, at most five pages; the former rows follow if there are more. */
async function readAgain<Row>(before: Page<Row>, ask: ReadPage<Row>, signal: AbortSignal): Promise<Page<Row>> {
  const page = await ask(undefined, signal)
  for (let pages = 1; page.next && page.rows.length < before.rows.length && pages < mostPagesAgain; pages += 1) {
    const following = await ask(page.next, signal)
    page.rows = page.rows.concat(following.rows)
    page.next = following.next
  }
  const isShort = page.next !== undefined && page.rows.length < before.rows.length
  return isShort ? { rows: joinRows(page.rows, before.rows), next: before.next } : page
}
