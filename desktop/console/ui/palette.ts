import { onScopeDispose, shallowReactive } from 'vue'
import type { IconName } from './icons.ts'
import { shortcutSets } from './shortcuts.ts'

/** Something that can be done from the palette, named so that a person finds it by a word of it. */
export interface PaletteAction {
  id: string
  label: () => string
  icon?: IconName
  run: () => unknown
}

const registered = shallowReactive(new Set<() => readonly PaletteAction[]>())

/** Actions of a page, for as long as it is there. What the role may not do is left out by who registers. */
export function usePaletteActions(actions: () => readonly PaletteAction[]): void {
  registered.add(actions)
  onScopeDispose(() => registered.delete(actions))
}

export function paletteActions(): PaletteAction[] {
  return [...registered].flatMap((actions) => actions())
}

/** What the page does by a key, for who knows its name and not the key. */
export function keyedActions(): PaletteAction[] {
  return shortcutSets()
    .filter(({ place }) => place === 'here')
    .flatMap(({ shortcuts }) => shortcuts)
    .filter(({ keys }) => keys !== 'escape')
    .map(({ keys, label, run }) => ({ id: `key-${keys}`, icon: 'keyboard', label, run }))
}

/** Whether every word that was typed is somewhere in the text, without regard to case and accents. */
export function matches(text: string, typed: string): boolean {
  const plain = plainOf(text)
  return plainOf(typed).split(/\s+/).every((word) => plain.includes(word)) // prettier-ignore
}

function plainOf(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
