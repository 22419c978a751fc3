import { computed, onScopeDispose, shallowReactive, watchEffect } from 'vue'

/** Open dialogs, the latest last. */
const stack = shallowReactive<symbol[]>([])

/**
 * Adds a dialog on top of the stack until its component is unmounted. Meanwhile the page and every other dialog are
 * inert.
 */
export function useDialogStack() {
  const mine = Symbol('dialog')
  stack.push(mine)
  onScopeDispose(() => stack.splice(stack.indexOf(mine), 1))
  return { isTop: computed(() => stack.at(-1) === mine) }
}

/** Call once, for the page below all dialogs. */
export function useInertBelowDialogs(page: () => HTMLElement | null): void {
  watchEffect(() => {
    const element = page()
    if (element) element.inert = stack.length > 0
  })
}
