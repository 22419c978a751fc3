import { defineStore } from 'pinia'
import { reactive, toRefs, watch } from 'vue'
import type { Language } from '../language/define-messages.ts'
import type { KeptList } from '../ui/list-address.ts'

export interface Preferences {
  theme: 'system' | 'light' | 'dark'
  language: 'system' | Language
  /** Single-letter shortcuts, which conflict with some assistive technology (WCAG 2.1.4). */
  letters: boolean
  /** Height of the rows of all lists. */
  density: 'comfortable' | 'compact'
  /** By list name. */
  lists: Record<string, KeptList>
  /** Stored values of features, by feature name. */
  features: Record<string, unknown>
}

/** What belongs to a user; theme and language are those of the browser until the user chooses. */
const ofUser = () => ({ letters: true, density: 'comfortable' as const, lists: {}, features: {} })
const plain = (): Preferences => ({ theme: 'system', language: 'system', ...ofUser() })

/** Before a login: the last choice in this browser. */
const ofWindow = 'coffer.preferences'

/** Preferences of a user, stored in this browser under the user's id. */
export const usePreferences = defineStore('preferences', () => {
  const current = reactive<Preferences>({ ...plain(), ...read(ofWindow) })
  let key = ofWindow

  /** @param userId null if no user is logged in */
  function openFor(userId: string | null) {
    key = userId === null ? ofWindow : `${ofWindow}.${userId}`
    const { theme, language } = current
    Object.assign(current, { theme, language, ...ofUser() }, read(key))
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

function read(key: string): Partial<Preferences> {
  try {
    const { lists, features, ...others } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Preferences>
    return { ...others, ...(isRecord(lists) && { lists }), ...(isRecord(features) && { features }) }
  } catch {
    return {}
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A browser without storage works too. */
function write(key: string, value: Partial<Preferences>) {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}
