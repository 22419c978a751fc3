import { onScopeDispose, watchEffect } from 'vue'
import { visibleText } from './visible-text.ts'

/** The window's title while a page is shown, so that tabs and readers tell pages apart. */
export function usePageTitle(title: () => string): void {
  const stop = watchEffect(() => {
    document.title = title() ? `${visibleText(title())} · Coffer` : 'Coffer'
  })
  onScopeDispose(stop)
}
