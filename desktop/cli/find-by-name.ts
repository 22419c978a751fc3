import { message } from '../../shared/messages/message.ts'
import type { Connection } from './connection.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { isSlug } from './is-slug.ts'
import { isUuid } from './is-uuid.ts'
import { dataOf } from './pages.ts'

/** A credential or an agent. */
export interface NamedResource {
  id: string
  tenant_id: string
}

/**
 * Returns the id of a tenant's credential or agent with this name or id; for an agent also with this slug.
 * @throws CommandError
 */
export async function findByName(
  connection: Connection,
  kind: 'credential' | 'agent',
  nameOrId: string,
  tenant: string | undefined,
): Promise<string> {
  return isUuid(nameOrId) ? nameOrId : (await findNamed(connection, kind, nameOrId, tenant)).id
}

/** @throws CommandError if no resource matches, or several match */
export async function findNamed(
  connection: Connection,
  kind: 'credential' | 'agent',
  name: string,
  tenant: string | undefined,
): Promise<NamedResource> {
  const list = kind === 'agent' ? listAgents : listCredentials
  const [match, duplicate] = uniqueById(await list(connection, name, tenant))
  if (!match) {
    throw new CommandError(
      exitCodes.notFound,
      message('name_not_found', { kind, name }),
      message('run_command', { command: `coffer ${kind}s` }),
    )
  }
  if (duplicate) {
    throw new CommandError(
      exitCodes.notFound,
      message('name_not_unique', { kind, name }),
      message('add_option', { option: '--tenant SLUG' }),
    )
  }
  return match
}

/** An agent whose name equals its slug is listed twice. */
function uniqueById(matches: readonly NamedResource[]): NamedResource[] {
  return [...new Map(matches.map((match) => [match.id, match])).values()]
}

async function listAgents({ api }: Connection, name: string, tenant: string | undefined): Promise<NamedResource[]> {
  const byName = dataOf(await api.GET('/api/agents', { params: { query: { name, tenant } } }))
  if (!isSlug(name)) return byName
  return [...byName, ...dataOf(await api.GET('/api/agents', { params: { query: { slug: name, tenant } } }))]
}

async function listCredentials(
  { api }: Connection,
  name: string,
  tenant: string | undefined,
): Promise<NamedResource[]> {
  return dataOf(await api.GET('/api/credentials', { params: { query: { name, tenant } } }))
}
