import { defineStore } from 'pinia'
import { reactive, toRefs, watch } from 'vue'
import type { Language } from '../language/words.ts'
import type { KeptList } from '../ui/list-address.ts'

export interface Preferences {
  theme: 'system' | 'light' | 'dark'
  language: 'system' | Language
  /** Shortcuts of a single letter, which get in the way of some aids (WCAG 2.1.4). */
  letters: boolean
  /** By the name of the list. */
  lists: Record<string, KeptList>
  /** What a feature keeps for itself, by its name. */
  features: Record<string, unknown>
}

const plain = (): Preferences => ({ theme: 'system', language: 'system', letters: true, lists: {}, features: {} })

/** Before anybody is logged in: what was chosen last in this browser. */
const ofWindow = 'coffer.preferences'

/** What a person has set for himself, kept in this browser under his id; nobody else's are read. */
export const usePreferences = defineStore('preferences', () => {
  const current = reactive<Preferences>(read(ofWindow))
  let key = ofWindow

  /** @param userId null when nobody is logged in */
  function openFor(userId: string | null) {
    key = userId === null ? ofWindow : `${ofWindow}.${userId}`
    const { theme, language } = current
    Object.assign(current, { theme, language, lists: {}, features: {}, letters: true }, read(key))
  }

  watch(
    current,
    () => {
      write(key, current)
      write(ofWindow, { theme: current.theme, language: current.language })
    },
    { deep: true },
  )

  return { ...toRefs(current), openFor }
})

function read(key: string): Preferences {
  const stored = localStorage.getItem(key)
  if (stored === null) return key === ofWindow ? plain() : ({} as Preferences)
  try {
    return { ...(key === ofWindow && plain()), ...JSON.parse(stored) }
  } catch {
    return plain()
  }
}

/** A browser that keeps nothing works all the same. */
function write(key: string, value: Partial<Preferences>) {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}
