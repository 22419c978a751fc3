import type { components } from '../../../../shared/contract/api-types.ts'

export type User = components['schemas']['User']

export const filterNames = ['q', 'role', 'state'] as const
export type UserFilters = Readonly<Record<(typeof filterNames)[number], string>>

/** The people that the filters of the address find; `q` is a part of name or e-mail, in whatever case. */
export function foundUsers(users: readonly User[], { q, role, state }: UserFilters): User[] {
  const part = q.trim().toLowerCase()
  return users.filter(
    (user) =>
      (part === '' || `${user.name}\n${user.email}`.toLowerCase().includes(part)) &&
      (role === '' || user.role === role) &&
      (state === '' || (state === 'disabled') === user.disabled),
  )
}
