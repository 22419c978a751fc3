import type { Permission } from '../client/session.ts'
import { useMessages } from '../language/useWords.ts'
import { permissionWords } from './permission-words.ts'

export function isPermission(word: string): word is Permission {
  return Object.hasOwn(permissionWords.en, word)
}

/** Returns what a permission allows, in the current language: `change devices`. */
export function permissionName(permission: Permission): string {
  return useMessages(permissionWords).t(permission)
}
