import { message } from '../../shared/messages/message.ts'
import type { components } from '../../shared/contract/api-types.ts'
import type { Connection } from './connection.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { rowsOf } from './pages.ts'

type Schemas = components['schemas']

export const customRoleOption = {
  'custom-role': { type: 'string', value: 'NAME', description: 'custom role, instead of --role' },
} as const

/** Returns all custom roles, or those of one customer. */
export function listAllRoles(
  connection: Connection,
  tenant: string | undefined,
): AsyncGenerator<Schemas['CustomRole']> {
  return rowsOf<Schemas['CustomRole']>((page) =>
    connection.api.GET('/api/roles', { params: { query: { tenant, ...page } } }),
  )
}

/**
 * Returns the custom role with this name or id: of the customer, or without one, of the platform.
 * @throws CommandError
 */
export async function findRole(
  connection: Connection,
  named: string,
  tenant: string | undefined,
): Promise<Schemas['CustomRole']> {
  for await (const role of listAllRoles(connection, tenant)) {
    if (role.id === named) return role
    if (role.name === named && role.tenant_id === (tenant ?? null)) return role
  }
  throw new CommandError(
    exitCodes.notFound,
    message('name_not_found', { kind: 'role', name: named }),
    message('run_command', { command: 'coffer roles' }),
  )
}

/**
 * Returns the fields of the role that the options choose; undefined if they choose none.
 * @param tenant of the user or the token; undefined for the platform
 * @throws CommandError for both options
 */
export async function findChosenRole(
  connection: Connection,
  { role, 'custom-role': custom }: { role?: Schemas['Role']; 'custom-role'?: string },
  tenant: string | undefined,
): Promise<{ role: Schemas['Role']; role_id?: string } | undefined> {
  if (custom === undefined) return role === undefined ? undefined : { role }
  if (role !== undefined) {
    throw new CommandError(exitCodes.unusable, message('options_exclusive', { options: ['--role', '--custom-role'] }))
  }
  const { id, tenant_id: owner } = await findRole(connection, custom, tenant)
  return { role: owner === null ? 'platform_custom' : 'tenant_custom', role_id: id }
}
