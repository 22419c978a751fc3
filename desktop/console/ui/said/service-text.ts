import { shallowRef } from 'vue'
import { languageNow } from '../../language/i18n.ts'
import type { Phrasebook } from './phrasebook.ts'

/** Until it is there, the service is quoted; what is drawn by then is drawn again. */
const french = shallowRef<Phrasebook>()

/** Brings what the service says in another language than English. */
export async function loadServiceTexts(): Promise<void> {
  french.value ??= (await import('./french-book.ts')).frenchBook
}

/**
 * What the service says, in the language of the moment; undefined for what it says in English alone. A device's or a
 * person's words in it stay as they are.
 */
export function translated(text: string): string | undefined {
  return languageNow() === 'en' ? text : french.value?.(text)
}

/** The same, or else the service's own words. */
export function serviceText(text: string): string {
  return translated(text) ?? text
}
