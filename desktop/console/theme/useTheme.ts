import { usePreferredDark } from '@vueuse/core'
import { darkTheme } from 'naive-ui'
import { computed, watchEffect } from 'vue'
import { usePreferences } from '../client/preferences.ts'
import { naiveTheme } from './naive.ts'
import { asProperties, dark, light } from './tokens.ts'

/** The theme by the user's preference or system setting, also set on the page for own styles. */
export function useTheme() {
  const preferences = usePreferences()
  const prefersDark = usePreferredDark()
  const isDark = computed(() => (preferences.theme === 'system' ? prefersDark.value : preferences.theme === 'dark'))
  const tokens = computed(() => (isDark.value ? dark : light))

  watchEffect(() => {
    const root = document.documentElement
    root.dataset['theme'] = isDark.value ? 'dark' : 'light'
    root.style.colorScheme = isDark.value ? 'dark' : 'light'
    root.style.background = tokens.value.ground
    for (const [name, value] of asProperties(tokens.value)) root.style.setProperty(name, value)
  })

  return {
    isDark,
    naive: computed(() => (isDark.value ? darkTheme : null)),
    overrides: computed(() => naiveTheme(tokens.value)),
  }
}
