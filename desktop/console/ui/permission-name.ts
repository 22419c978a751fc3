import type { Permission } from '../client/session.ts'
import { useMessages } from '../language/useMessages.ts'
import { permissionMessages } from './permission-messages.ts'

export function isPermission(word: string): word is Permission {
  return Object.hasOwn(permissionMessages.en, word)
}

/** Returns what a permission allows, in the current language: `change devices`. */
export function permissionName(permission: Permission): string {
  return useMessages(permissionMessages).t(permission)
}
