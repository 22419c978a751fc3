import { type Role, covers, isPlatformRole, roles } from '../../../../shared/permissions/permissions.ts'

/** Returns the roles that a user's token may have, for every customer or for one. */
export function tokenRoles(own: Role, isOfPlatform: boolean): Role[] {
  return roles.filter((role) => covers(own, role) && isPlatformRole(role) === isOfPlatform)
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
