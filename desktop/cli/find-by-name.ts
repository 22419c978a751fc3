import { message } from '../../shared/messages/message.ts'
import type { Connection } from './connection.ts'
import { CommandEnd, exitCodes } from './exit-codes.ts'
import { isSlug } from './is-slug.ts'
import { isUuid } from './is-uuid.ts'
import { dataOf } from './pages.ts'

interface Named {
  id: string
  tenant_id: string
}

/**
 * Returns the id of a tenant's credential or agent with this name (for an agent also its short name).
 * @throws CommandEnd
 */
export async function findByName(
  connection: Connection,
  kind: 'credential' | 'agent',
  named: string,
  tenant: string | undefined,
): Promise<string> {
  return isUuid(named) ? named : (await findNamed(connection, kind, named, tenant)).id
}

/**
 * Returns an agent by id, name or short name, with its tenant if neither `--tenant` nor the environment specifies one.
 */
export async function findAgent(
  connection: Connection,
  named: string,
): Promise<{ id: string; tenant: string | undefined }> {
  const tenant = await connection.tenantId()
  if (isUuid(named)) return { id: named, tenant }
  const found = await findNamed(connection, 'agent', named, tenant)
  return { id: found.id, tenant: tenant ?? found.tenant_id }
}

async function findNamed(
  connection: Connection,
  kind: 'credential' | 'agent',
  named: string,
  tenant: string | undefined,
): Promise<Named> {
  const same = kind === 'agent' ? await agents(connection, named, tenant) : await credentials(connection, named, tenant)
  const [one, another] = new Map(same.map((found) => [found.id, found])).values()
  if (!one)
    throw new CommandEnd(
      exitCodes.notFound,
      message('name_not_found', { kind, name: named }),
      message('run_command', { command: `coffer ${kind}s` }),
    )
  if (another)
    throw new CommandEnd(
      exitCodes.notFound,
      message('name_not_unique', { kind, name: named }),
      message('add_option', { option: '--tenant SLUG' }),
    )
  return one
}

async function agents({ api }: Connection, named: string, tenant: string | undefined): Promise<Named[]> {
  const byName = dataOf(await api.GET('/api/agents', { params: { query: { name: named, tenant } } }))
  if (!isSlug(named)) return byName
  return [...byName, ...dataOf(await api.GET('/api/agents', { params: { query: { slug: named, tenant } } }))]
}

async function credentials({ api }: Connection, named: string, tenant: string | undefined): Promise<Named[]> {
  return dataOf(await api.GET('/api/credentials', { params: { query: { name: named, tenant } } }))
}
