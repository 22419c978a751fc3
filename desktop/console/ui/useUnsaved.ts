import { useEventListener } from '@vueuse/core'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import { askToLeave, isElsewhere } from './leave-unsaved.ts'

/**
 * Who leaves a page with something unsaved is asked; so is who goes elsewhere within it, where the page begins anew: to
 * another thing of the same kind, or as `lostWith` says.
 * @param lostWith the parts of the address with which it begins anew, which is the customer if nothing else is said
 */
export function useUnsaved(isUnsaved: () => boolean, lostWith: readonly string[] = ['customer']): void {
  onBeforeRouteLeave(() => !isUnsaved() || askToLeave())
  onBeforeRouteUpdate((to, from) => !isElsewhere(to, from, lostWith) || !isUnsaved() || askToLeave())
  useEventListener(window, 'beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
}
