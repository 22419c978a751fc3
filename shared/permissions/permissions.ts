import type { components } from '../contract/api-types.ts'

export type Role = components['schemas']['Role']
export type Permission = components['schemas']['Permission']

/** In ascending order; each role includes the permissions of those before it. */
export const roles: readonly Role[] = [
  'tenant_readonly',
  'tenant_operator',
  'tenant_admin',
  'platform_operator',
  'platform_admin',
]

/** The lowest role with a permission; `except` lists higher roles without it. */
const granted: Record<Permission, { from: Role; except?: Role[] }> = {
  'device:read': { from: 'tenant_readonly' },
  'config:read': { from: 'tenant_readonly' },
  'report:read': { from: 'tenant_readonly' },
  'config:download': { from: 'tenant_operator' },
  'backup:trigger': { from: 'tenant_operator' },
  'device:write': { from: 'tenant_admin' },
  'credential:write': { from: 'tenant_admin' },
  'retention:write': { from: 'tenant_admin' },
  'audit:read': { from: 'tenant_admin' },
  'config:restore': { from: 'tenant_admin', except: ['platform_operator'] },
  'agent:manage': { from: 'platform_operator' },
  'tenant:manage': { from: 'platform_admin' },
  'purge:force': { from: 'platform_admin' },
}

export function may(role: Role, permission: Permission): boolean {
  const { from, except = [] } = granted[permission]
  return roles.indexOf(role) >= roles.indexOf(from) && !except.includes(role)
}

/** Returns the permissions of a role, in the contract's order. */
export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(granted) as Permission[]).filter((permission) => may(role, permission))
}

const sets = new Map<Role, ReadonlySet<Permission>>()

/** As `permissionsOf`, as a set that callers share. */
export function permissionSet(role: Role): ReadonlySet<Permission> {
  const known = sets.get(role) ?? new Set(permissionsOf(role))
  sets.set(role, known)
  return known
}

/** Returns whether a role has all permissions of another. A platform role does not always include a tenant role. */
export function covers(role: Role, other: Role): boolean {
  return permissionsOf(other).every((permission) => may(role, permission))
}

/** Returns a role and those below it, in ascending order. */
export function rolesUpTo(role: Role): Role[] {
  return roles.slice(0, roles.indexOf(role) + 1)
}

/** Returns whether a role sees every tenant. */
export function isPlatformRole(role: Role): boolean {
  return role.startsWith('platform_')
}
