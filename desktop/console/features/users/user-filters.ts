import type { components } from '../../../../shared/contract/api-types.ts'

export type User = components['schemas']['User']

export const filterNames = ['q', 'role', 'state'] as const
export type UserFilters = Readonly<Record<(typeof filterNames)[number], string>>

/**
 * Returns the users that match the filters in the address; `q` is a part of the name or e-mail address, case is
 * ignored.
 */
export function foundUsers(users: readonly User[], { q, role, state }: UserFilters): User[] {
  const part = q.trim().toLowerCase()
  return users.filter(
    (user) =>
      (part === '' || `${user.name}\n${user.email}`.toLowerCase().includes(part)) &&
      (role === '' || user.role === role) &&
      (state === '' || (state === 'disabled') === user.disabled),
  )
}
