import { useEventListener } from '@vueuse/core'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import { askToLeave, isElsewhere } from './leave-unsaved.ts'

/**
 * Asks before leaving a page with unsaved changes, also for another address of the page that resets it: another object
 * of the same kind, or a change of `lostWith`.
 * @param lostWith the query parts that reset the page; default: the customer
 */
export function useUnsaved(isUnsaved: () => boolean, lostWith: readonly string[] = ['customer']): void {
  onBeforeRouteLeave(() => !isUnsaved() || askToLeave())
  onBeforeRouteUpdate((to, from) => !isElsewhere(to, from, lostWith) || !isUnsaved() || askToLeave())
  useEventListener(window, 'beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
}
