import { useDebounceFn, useEventListener } from '@vueuse/core'
import { type Ref, nextTick, watch } from 'vue'

const settleMs = 150

/** A list whose scroll position is kept; its rows have one height. */
export interface ScrolledList {
  /** Unique on its page. */
  name: string
  /** Pixels. */
  rowHeight: () => number
  hasRows: () => boolean
  /** Whether the rows are those of the page's address. */
  isCurrent: () => boolean
  /** The page's address. */
  address: () => string
  /** Changes when other rows replace the rows. */
  replacements: () => string
}

/**
 * Stores the scroll position of a list in the browser's history, in rows, and restores it when the user returns to that
 * entry, from another page or another entry of the same page. Other rows are shown from their top. With another height
 * of rows, the first visible row remains.
 */
export function useScrollPosition(box: Readonly<Ref<HTMLElement | null>>, list: ScrolledList): void {
  const key = `first row of ${list.name}`
  /** The entry of the history whose rows are shown. */
  let shown: number | undefined
  const store = useDebounceFn((row: number, entry: number) => {
    if (entry === currentEntry()) history.replaceState({ ...history.state, [key]: row }, '')
  }, settleMs)

  function keep() {
    if (shown !== undefined && shown === currentEntry()) void store(box.value!.scrollTop / list.rowHeight(), shown)
  }

  function showEntry(element: HTMLElement, areOther: boolean) {
    shown = currentEntry()
    const row = (history.state as Record<string, unknown> | null)?.[key]
    if (typeof row === 'number') element.scrollTop = Math.round(row * list.rowHeight())
    else if (areOther) element.scrollTop = 0
  }

  useEventListener(box, 'scroll', keep, { passive: true })
  watch(
    [box, list.hasRows, list.isCurrent, list.address, list.replacements],
    ([element, hasRows, isCurrent, , now], [, , , , before]) => {
      if (!element || !hasRows) return
      const areOther = now !== before
      if (shown === undefined) showEntry(element, false)
      else if (isCurrent && shown !== currentEntry()) showEntry(element, areOther)
      else if (areOther) element.scrollTop = 0
    },
    { immediate: true, flush: 'post' },
  )
  watch(list.rowHeight, async (now, before) => {
    const top = box.value?.scrollTop ?? 0 // before the browser limits it to the new height
    await nextTick()
    if (box.value) box.value.scrollTop = Math.round((top * now) / before)
  })
}

/** The entry of the history, by its place. */
function currentEntry(): number {
  return (history.state as { position?: number } | null)?.position ?? 0
}
