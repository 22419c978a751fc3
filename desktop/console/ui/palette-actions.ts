import { onScopeDispose, shallowReactive } from 'vue'
import type { IconName } from './icons.ts'
import { shortcutSets } from './shortcuts.ts'

/** An action of the command palette, with a searchable name. */
export interface PaletteAction {
  id: string
  label: () => string
  icon?: IconName
  run: () => unknown
}

const registered = shallowReactive(new Set<() => readonly PaletteAction[]>())

/** Registers actions of a page until it is unmounted. The caller omits those that the role does not permit. */
export function usePaletteActions(actions: () => readonly PaletteAction[]): void {
  registered.add(actions)
  onScopeDispose(() => registered.delete(actions))
}

export function paletteActions(): PaletteAction[] {
  return [...registered].flatMap((actions) => actions())
}

/** Returns the page's shortcuts as actions, to be found by name. */
export function keyedActions(): PaletteAction[] {
  return shortcutSets()
    .filter(({ place }) => place === 'here')
    .flatMap(({ shortcuts }) => shortcuts)
    .filter(({ keys }) => keys !== 'escape')
    .map(({ keys, label, run }) => ({ id: `key-${keys}`, icon: 'keyboard', label, run }))
}

/** Returns whether the text contains every typed word; case and accents are ignored. */
export function matches(text: string, typed: string): boolean {
  const plain = plainOf(text)
  return plainOf(typed).split(/\s+/).every((word) => plain.includes(word)) // prettier-ignore
}

function plainOf(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
