import { computed, onScopeDispose, shallowReactive, watchEffect } from 'vue'

/** The dialogs that are open, the latest last. */
const stack = shallowReactive<symbol[]>([])

/**
 * Puts a dialog on top of those that are open, until its component goes. What lies below cannot be reached meanwhile: the
 * page is inert, and so is every dialog but the last one.
 */
export function useDialogStack() {
  const mine = Symbol('dialog')
  stack.push(mine)
  onScopeDispose(() => stack.splice(stack.indexOf(mine), 1))
  return { isTop: computed(() => stack.at(-1) === mine) }
}

/** Once, for the page below all dialogs. */
export function useInertBelowDialogs(page: () => HTMLElement | null): void {
  watchEffect(() => {
    const element = page()
    if (element) element.inert = stack.length > 0
  })
}
