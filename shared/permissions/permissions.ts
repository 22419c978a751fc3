import type { components } from '../contract/api-types.ts'

export type Role = components['schemas']['Role']
export type Permission = components['schemas']['Permission']

/** A role whose permissions a stored role defines. */
export type CustomRole = 'tenant_custom' | 'platform_custom'
export type BuiltInRole = Exclude<Role, CustomRole>

/** The built-in roles, as they are listed. The set of an auditor is not part of the ascending order of the others. */
export const roles: readonly BuiltInRole[] = [
  'tenant_auditor',
  'tenant_readonly',
  'tenant_operator',
  'tenant_admin',
  'platform_auditor',
  'platform_operator',
  'platform_admin',
]

/** Built-in roles in ascending order; each includes the permissions of those before it, except those in `granted`. */
const ascending: readonly Role[] = [
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
  'secret:read': { from: 'tenant_readonly' },
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
  'user:provision': { from: 'platform_admin' },
}

/** An auditor reads no configuration. The names of devices and customers explain reports and audit records. */
const auditorPermissions: readonly Permission[] = ['device:read', 'report:read', 'audit:read']

/** All permissions, in the contract's order. */
export const allPermissions = Object.keys(granted) as Permission[]

/** Returns whether a built-in role has a permission; a custom role has none of its own. */
export function may(role: Role, permission: Permission): boolean {
  if (isCustomRole(role)) return false
  if (role === 'tenant_auditor' || role === 'platform_auditor') return auditorPermissions.includes(permission)
  const { from, except = [] } = granted[permission]
  return ascending.indexOf(role) >= ascending.indexOf(from) && !except.includes(role)
}

/** Returns the permissions of a built-in role, in the contract's order. */
export function permissionsOf(role: Role): Permission[] {
  return allPermissions.filter((permission) => may(role, permission))
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

/** Returns whether a role belongs to no tenant. */
export function isPlatformRole(role: Role): boolean {
  return role.startsWith('platform_')
}

export function isCustomRole(role: Role): role is CustomRole {
  return role === 'tenant_custom' || role === 'platform_custom'
}

/**
 * Permissions that a custom role of a tenant can contain: the others concern the installation. `user:provision` is for the
 * service account of the tenant's identity provider.
 */
export const tenantPermissions: readonly Permission[] = [...permissionsOf('tenant_admin'), 'user:provision']

/**
 * Permissions that a role limited to sites or tags can contain. The others act on objects that all devices of a tenant
 * share, or write to devices in ways that no limit covers.
 */
export const limitablePermissions: readonly Permission[] = [
  'device:read',
  'config:read',
  'secret:read',
  'report:read',
  'config:download',
  'backup:trigger',
  'device:write',
  'audit:read',
]
