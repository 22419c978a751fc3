import { type Role, covers, isPlatformRole, roles } from '../../../../shared/permissions/permissions.ts'

/** What roles a person's token may have, for every customer or for one. */
export function tokenRoles(own: Role, isOfPlatform: boolean): Role[] {
  return roles.filter((role) => covers(own, role) && isPlatformRole(role) === isOfPlatform)
}

/** The lines of a field, or what is parted by commas, without what is empty. */
export function networksOf(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/**
 * How to use a token in bash so that it is in no history, in no list of processes and in no address: `read` and `printf`
 * are of the shell itself, and curl reads the header from a file that is the person's alone.
 */
export function exampleOf(serviceUrl: string): string {
  return [
    'umask 077',
    "read -rsp 'token: ' TOKEN",
    `printf 'Authorization: Bearer %s\\n' "$TOKEN" > coffer-token; unset TOKEN`,
    `curl -H @coffer-token '${serviceUrl}/api/devices?limit=5'`,
  ].join('\n')
}
