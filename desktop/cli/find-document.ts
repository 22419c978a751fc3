import { message } from '../../shared/messages/message.ts'
import type { components } from '../../shared/contract/api-types.ts'
import type { Connection } from './connection.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { dataOf } from './pages.ts'

type PlatformDocument = components['schemas']['PlatformDocument']

/**
 * Returns the document of a platform, and the parameters of requests about it.
 * @throws CommandError without one, or if several customers have one and none was named
 */
export async function findDocument(connection: Connection, platform: string) {
  const found = await findDocuments(connection, platform)
  const [document, another] = found
  if (!document)
    throw new CommandError(
      exitCodes.notFound,
      message('name_not_found', { kind: 'platform', name: platform }),
      message('run_command', { command: 'coffer platform list' }),
    )
  if (another)
    throw new CommandError(
      exitCodes.notFound,
      message('name_not_unique', { kind: 'platform', name: platform }),
      message('add_option', { option: '--tenant SLUG' }),
    )
  return {
    document,
    params: { path: { document_id: document.id }, query: { tenant: document.tenant_id ?? undefined } },
  }
}

/** Returns the documents of a platform in the scope of the session; none for an invalid id. */
export async function findDocuments({ api, tenantId }: Connection, platform: string): Promise<PlatformDocument[]> {
  if (!/^[a-z][a-z0-9_]{1,40}$/.test(platform)) return []
  const query = { tenant: await tenantId(), platform }
  return dataOf(await api.GET('/api/platforms/documents', { params: { query } }))
}
