import { usePreferredLanguages } from '@vueuse/core'
import { dateEnGB, dateFrFR, enGB, frFR } from 'naive-ui'
import { computed, watchEffect } from 'vue'
import { usePreferences } from '../client/preferences.ts'
import { loadMessages } from './service-messages.ts'
import { i18n } from './i18n.ts'
import type { Language } from './define-messages.ts'

/** The language of the user's preference or browser, for the console's texts and naive-ui's. */
export function useLanguage() {
  const preferences = usePreferences()
  const preferred = usePreferredLanguages()
  const language = computed<Language>(() =>
    preferences.language === 'system' ? firstKnown(preferred.value) : preferences.language,
  )

  watchEffect(() => {
    i18n.global.locale.value = language.value
    document.documentElement.lang = language.value
    void loadMessages(language.value)
  })

  return {
    language,
    naive: computed(() => (language.value === 'fr' ? frFR : enGB)),
    dates: computed(() => (language.value === 'fr' ? dateFrFR : dateEnGB)),
  }
}

function firstKnown(preferred: readonly string[]): Language {
  return preferred.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'en' || tag === 'fr') ?? 'en'
}
