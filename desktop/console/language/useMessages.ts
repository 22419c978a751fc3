import { visibleText } from '../ui/visible-text.ts'
import { i18n, languageNow, regions } from './i18n.ts'
import type { KeyOf, Messages, Text, MessageCatalogue } from './define-messages.ts'

export type Values = Readonly<Record<string, string | number>>

const known = new Set<MessageCatalogue>()

/**
 * A feature's texts in the current language; reactive.
 * @returns `t(key, values)`: for a text with plural forms, `values.n` is the count. `text` selects from a pair of
 *   texts, `number` formats a number. It also works outside of a component's set-up. Values may come from devices or
 *   users: invisible characters in them are made visible.
 */
export function useMessages<T extends Messages>(messages: MessageCatalogue<T>) {
  if (!known.has(messages)) {
    known.add(messages)
    i18n.global.mergeLocaleMessage('en', { [messages.feature]: messages.en })
    i18n.global.mergeLocaleMessage('fr', { [messages.feature]: unbroken(messages.fr) })
  }
  const t = (key: KeyOf<T>, values: Values = {}): string => {
    const { n } = values
    const told = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)]))
    if (typeof n === 'number') told['n'] = numberNow(n)
    return i18n.global.t(`${messages.feature}.${key}`, told, typeof n === 'number' ? n : 1)
  }
  return { t, text: textNow, number: numberNow }
}

function shown(value: string | number): string | number {
  return typeof value === 'string' ? visibleText(value) : value
}

/** Returns a pair of texts in the current language. */
export function textNow(text: Text): string {
  return text[languageNow()]
}

/** Returns a number in the current language's format. */
export function numberNow(value: number): string {
  return value.toLocaleString(regions[languageNow()])
}

/** Adds non-breaking spaces before French punctuation marks of two parts. */
function unbroken(texts: Messages): Messages {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.replace(/ (?=[;:!?»])/g, '\u00a0') : unbroken(value),
    ]),
  )
}
