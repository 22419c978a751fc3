import { useDebounceFn, useEventListener } from '@vueuse/core'
import { type Ref, watch } from 'vue'

const settleMs = 150

/**
 * Stores the scroll position of an element in the browser's history, and restores it when the user returns to the page
 * and its content is there.
 * @param name of the element, unique on its page
 * @param hasContent becomes true once there is something to scroll
 */
export function useScrollPosition(box: Readonly<Ref<HTMLElement | null>>, name: string, hasContent: () => boolean) {
  let isRestored = false
  const key = `scroll position of ${name}`
  const store = useDebounceFn((top: number, entry: unknown) => {
    if (entryOf(history.state) === entry) history.replaceState({ ...history.state, [key]: top }, '')
  }, settleMs)

  useEventListener(box, 'scroll', () => void store(box.value!.scrollTop, entryOf(history.state)), { passive: true })
  watch(
    [hasContent, box],
    ([isThere, element]) => {
      if (!isThere || !element || isRestored) return
      isRestored = true
      const top = (history.state as Record<string, unknown> | null)?.[key]
      if (typeof top === 'number') element.scrollTop = top
    },
    { immediate: true, flush: 'post' },
  )
}

/** The entry of the history, by its place. */
function entryOf(state: unknown): unknown {
  return (state as { position?: number } | null)?.position
}
