import { useEventListener } from '@vueuse/core'
import { onScopeDispose, shallowReactive } from 'vue'
import { usePreferences } from '../client/preferences.ts'

export interface Shortcut {
  /** `/`, `e`, `shift+r` or `ctrl+k`, where ctrl is also the command key of a Mac. */
  keys: string
  label: () => string
  run: () => unknown
}

export interface ShortcutSet {
  place: 'everywhere' | 'here'
  shortcuts: readonly Shortcut[]
}

const sets = shallowReactive(new Set<ShortcutSet>())

/** Returns the active shortcuts for the help. */
export function shortcutSets(): readonly ShortcutSet[] {
  return [...sets]
}

/**
 * Registers shortcuts until the component is unmounted. Those without ctrl are ignored while the user types, while a
 * dialog is open, and if the user disabled them.
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

/** A character that needs shift on some keyboards is compared without shift. */
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
