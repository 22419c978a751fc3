import { type WatchSource, computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Page } from '../client/paging.ts'
import { joinRows } from './join-rows.ts'

/** A list that is read anew is read so far; what was loaded below stays as it is. */
const mostPagesAgain = 5

/**
 * The rows of a list, a page at a time, as far as somebody scrolls. Begins anew whenever a source changes.
 * @param ask a page from a cursor on, as `pageOf(await api.GET(…))` gives it
 * @returns `loading`: the first page of what is asked for now is not there, and rows may be those of what was asked before;
 *   `loadingMore` is of a later page. `anew` counts how often the rows became those of another list, which is read from its
 *   top. `again` reads what is loaded once more, in silence: rows stay until the new ones are there, and what somebody has
 *   scrolled to stays below them. `table` is what a ListTable is given of all this, by `v-bind`
 */
export function usePagedList<Row>(
  sources: WatchSource | WatchSource[],
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
) {
  const rows = shallowRef<Row[]>([])
  const loading = ref(true)
  const loadingMore = ref(false)
  const failure = shallowRef<Error>()
  const next = ref<string>()
  const anew = ref(0)
  let current = new AbortController()
  let isReading = false
  let isMoreWanted = false

  async function again(): Promise<void> {
    const before = { rows: rows.value, next: next.value }
    isReading = true
    if (before.rows.length === 0 || failure.value) loading.value = true
    await attempt(async (signal) => {
      const page = await ask(undefined, signal)
      for (let pages = 1; page.next && page.rows.length < before.rows.length && pages < mostPagesAgain; pages += 1) {
        const following = await ask(page.next, signal)
        page.rows = page.rows.concat(following.rows)
        page.next = following.next
      }
      const isShort = page.next !== undefined && page.rows.length < before.rows.length
      return isShort ? { rows: joinRows(page.rows, before.rows), next: before.next } : page
    })
    if (!isMoreWanted || isReading) return
    isMoreWanted = false
    await more()
  }

  /** One page at a time; while the list is read anew the page comes behind that. Does nothing when there are no more. */
  async function more(): Promise<void> {
    if (loadingMore.value || next.value === undefined) return
    if (isReading) return void (isMoreWanted = true)
    const before = rows.value
    const cursor = next.value
    loadingMore.value = true
    await attempt(async (signal) => {
      const page = await ask(cursor, signal)
      return { rows: before.concat(page.rows), next: page.next }
    })
  }

  async function beginAnew(): Promise<void> {
    isReading = true
    loading.value = true
    const isNew = await attempt((signal) => ask(undefined, signal))
    if (isNew) anew.value += 1
  }

  /** @returns whether there are other rows now */
  async function attempt(work: (signal: AbortSignal) => Promise<Page<Row>>): Promise<boolean> {
    current.abort()
    const { signal } = (current = new AbortController())
    try {
      const read = await work(signal)
      if (signal.aborted) return false
      rows.value = read.rows
      next.value = read.next
      failure.value = undefined
    } catch (error) {
      if (signal.aborted) return false
      failure.value = error as Error
    }
    isReading = false
    loading.value = false
    loadingMore.value = false
    return failure.value === undefined
  }

  /** Puts a row that was just changed in its place, without reading the list again. */
  function replace(isIt: (row: Row) => boolean, row: Row): void {
    rows.value = rows.value.map((known) => (isIt(known) ? row : known))
  }

  watch(
    sources,
    () => {
      loadingMore.value = false
      isMoreWanted = false
      void beginAnew()
    },
    { immediate: true },
  )
  onScopeDispose(() => current.abort())

  const table = computed(() => ({
    rows: rows.value,
    loading: loading.value,
    loadingMore: loadingMore.value,
    failure: failure.value,
    hasMore: next.value !== undefined,
    anew: anew.value,
    retry: again,
    onMore: more,
  }))
  return {
    table,
    rows,
    loading,
    loadingMore,
    failure,
    hasMore: () => next.value !== undefined,
    next,
    anew,
    again,
    more,
    replace,
  }
}
