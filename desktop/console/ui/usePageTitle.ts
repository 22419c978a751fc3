import { onScopeDispose, watchEffect } from 'vue'
import { visibleText } from './visible-text.ts'

/** Sets the window's title while a page is shown, for tabs and screen readers. */
export function usePageTitle(title: () => string): void {
  const stop = watchEffect(() => {
    document.title = title() ? `${visibleText(title())} · Coffer` : 'Coffer'
  })
  onScopeDispose(stop)
}
