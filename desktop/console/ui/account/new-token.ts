import {
  type Permission,
  type Role,
  isPlatformRole,
  permissionsOf,
  roles,
} from '../../../../shared/permissions/permissions.ts'

/** Returns the built-in roles that a token of a user with these permissions may have, for every customer or for one. */
export function tokenRoles(own: readonly Permission[], isOfPlatform: boolean): Role[] {
  return roles.filter(
    (role) => isPlatformRole(role) === isOfPlatform && permissionsOf(role).every((one) => own.includes(one)),
  )
}

/**
 * Returns the role that the form preselects: the reader of a customer, which suits most programs, or the auditor of the
 * platform. Otherwise the first role.
 */
export function defaultTokenRole(choosable: readonly Role[]): Role | undefined {
  return choosable.find((role) => role === 'tenant_readonly' || role === 'platform_auditor') ?? choosable[0]
}

/** Returns the parts of a text that commas separate. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/**
 * Returns how to use a token in bash without exposing it in the history, the process list or a URL: `read` and `printf`
 * are shell builtins, and curl reads the header from a file that only the user may read.
 */
export function exampleOf(serviceUrl: string): string {
  return [
    'umask 077',
    "read -rsp 'token: ' TOKEN",
    `printf 'Authorization: Bearer %s\\n' "$TOKEN" > coffer-token; unset TOKEN`,
    `curl -H @coffer-token '${serviceUrl}/api/devices?limit=5'`,
  ].join('\n')
}
