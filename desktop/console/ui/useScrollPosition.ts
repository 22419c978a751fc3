import { useDebounceFn, useEventListener } from '@vueuse/core'
import { type Ref, nextTick, watch } from 'vue'

const settleMs = 150

/** Maximum number of times that more rows are loaded for a stored position below them. */
const mostPages = 5

/** A list whose scroll position is kept; its rows have one height. */
export interface ScrolledList {
  /** Unique on its page. */
  name: string
  /** Pixels. */
  rowHeight: () => number
  /** Number of loaded rows. */
  count: () => number
  hasMore: () => boolean
  /** Loads more rows. */
  more: () => void
  /** Whether the rows are those of the page's address. */
  isCurrent: () => boolean
  /** The page's address. */
  address: () => string
  /** Changes when other rows replace the rows. */
  replacements: () => string
}

/** `entry`: the place in the history and the address; a changed filter replaces the address of an entry. */
interface StoredPosition {
  row: number
  entry: string
}

/**
 * Stores the scroll position of a list in the browser's history, in rows, and restores it when the user returns to that
 * entry, from another page or another entry of the same page; rows down to it are loaded. Other rows are shown from
 * their top. With another height of rows, the first visible row remains.
 */
export function useScrollPosition(box: Readonly<Ref<HTMLElement | null>>, list: ScrolledList): void {
  const key = `first row of ${list.name}`
  /** The entry of the history whose rows are shown. A typed address has the place of the entry before it. */
  let shown: string | undefined
  const currentEntry = () => `${placeInHistory()} ${list.address()}`
  /** The stored position, while too few rows are loaded: `top` is where the box is meanwhile. */
  let awaited: { row: number; top: number; pages: number } | undefined
  const store = useDebounceFn((row: number, entry: string) => {
    const stored: StoredPosition = { row, entry }
    if (entry === currentEntry()) history.replaceState({ ...history.state, [key]: stored }, '')
  }, settleMs)

  function keep() {
    if (awaited?.top !== box.value!.scrollTop) awaited = undefined // the user scrolled
    if (shown !== undefined && shown === currentEntry()) storePosition(box.value!, shown)
  }

  function storePosition(element: HTMLElement, entry: string) {
    void store(awaited?.row ?? element.scrollTop / list.rowHeight(), entry)
  }

  function scrollTo(element: HTMLElement, row: number, pages = mostPages) {
    const wanted = Math.round(row * list.rowHeight())
    element.scrollTop = wanted
    const top = element.scrollTop
    const isReached = top >= wanted - 1 || !list.hasMore()
    awaited = isReached ? undefined : { row, top, pages }
    if (awaited && pages > 0) list.more()
  }

  function showEntry(element: HTMLElement, areOther: boolean) {
    shown = currentEntry()
    const stored = (history.state as Record<string, StoredPosition> | null)?.[key]
    if (stored?.entry === shown) scrollTo(element, stored.row)
    else if (areOther) scrollTo(element, 0)
    storePosition(element, shown)
  }

  useEventListener(box, 'scroll', keep, { passive: true })
  watch(
    [box, list.count, list.isCurrent, list.address, list.replacements],
    ([element, count, isCurrent, , now], [, countBefore = 0, , , before]) => {
      if (!element || count === 0) return
      const areOther = now !== before
      if (shown === undefined) showEntry(element, false)
      else if (isCurrent && shown !== currentEntry()) showEntry(element, areOther)
      else if (areOther) scrollTo(element, 0)
      else if (awaited && awaited.pages > 0 && count > countBefore) scrollTo(element, awaited.row, awaited.pages - 1)
    },
    { immediate: true, flush: 'post' },
  )
  watch(list.rowHeight, async (now, before) => {
    const top = box.value?.scrollTop ?? 0 // before the browser limits it to the new height
    await nextTick()
    if (box.value) box.value.scrollTop = Math.round((top * now) / before)
  })
}

function placeInHistory(): number {
  return (history.state as { position?: number } | null)?.position ?? 0
}
