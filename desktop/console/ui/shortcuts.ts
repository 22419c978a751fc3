import { useEventListener } from '@vueuse/core'
import { onScopeDispose, shallowReactive } from 'vue'
import { usePreferences } from '../client/preferences.ts'

export interface Shortcut {
  /** As `/`, `e`, `shift+r` or `ctrl+k`, where ctrl is also the command key of a Mac. */
  keys: string
  label: () => string
  run: () => unknown
}

export interface ShortcutSet {
  place: 'everywhere' | 'here'
  shortcuts: readonly Shortcut[]
}

const sets = shallowReactive(new Set<ShortcutSet>())

/** Those that work now, for the help. */
export function shortcutSets(): readonly ShortcutSet[] {
  return [...sets]
}

/**
 * Shortcuts for as long as the component is there. Those without ctrl do nothing while somebody types or a dialog is open,
 * and when the person has switched them off.
 */
export function useShortcuts(place: ShortcutSet['place'], shortcuts: readonly Shortcut[]): void {
  const preferences = usePreferences()
  const set = { place, shortcuts }
  sets.add(set)
  onScopeDispose(() => sets.delete(set))
  useEventListener(window, 'keydown', (event) => {
    const pressed = keysOf(event)
    const shortcut = shortcuts.find(({ keys }) => keys === pressed)
    if (!shortcut || event.defaultPrevented) return
    if (!pressed.startsWith('ctrl+') && (!preferences.letters || isBusy(event.target))) return
    event.preventDefault()
    shortcut.run()
  })
}

/** A sign that needs shift on some keyboards and none on others is only the sign. */
export function keysOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): string {
  const key = event.key.toLowerCase()
  const isLetter = /^[a-z]$/.test(key)
  const held = [
    (event.ctrlKey || event.metaKey) && 'ctrl',
    event.altKey && 'alt',
    event.shiftKey && (isLetter || key.length > 1) && 'shift',
  ]
  return [...held.filter(Boolean), key].join('+')
}

function isBusy(target: EventTarget | null): boolean {
  const on = target instanceof HTMLElement ? target : null
  return (
    on?.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=dialog]') !==
      null && on !== null
  )
}
