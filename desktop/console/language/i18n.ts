import { createI18n } from 'vue-i18n'
import type { Language } from './define-messages.ts'

/** Features add their messages when loaded. */
export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: { en: {}, fr: {} },
  pluralRules: { fr: frenchForm },
})

/** Formats of numbers and dates: English with the day before the month. */
export const regions: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR' }

export function languageNow(): Language {
  return i18n.global.locale.value
}

/** In French, zero is singular: with two forms the plural begins at 2; three forms are zero, one, many. */
function frenchForm(count: number, forms: number): number {
  if (forms === 2) return count < 2 ? 0 : 1
  return Math.min(Math.floor(count), forms - 1)
}
