import { useEventListener, useMutationObserver } from '@vueuse/core'
import type { Ref } from 'vue'

/** Where what had the focus goes from the page, as a button with the row that it was for, the page itself has it. */
export function useFocusKept(main: Ref<HTMLElement | null>): void {
  let last: Element | null = null
  useEventListener(main, 'focusin', ({ target }) => (last = target as Element))
  useMutationObserver(
    main,
    () => {
      if (!last || last.isConnected) return
      last = null
      if (document.activeElement === document.body) main.value?.focus({ preventScroll: true })
    },
    { childList: true, subtree: true },
  )
}
