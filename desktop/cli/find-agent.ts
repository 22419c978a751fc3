import type { Connection } from './connection.ts'
import { findNamed } from './find-by-name.ts'
import { isUuid } from './is-uuid.ts'

/**
 * Returns an agent by id, name or slug, with its tenant if neither `--tenant` nor the environment specifies one.
 * @throws CommandError if no agent matches, or several match
 */
export async function findAgent(
  connection: Connection,
  nameOrId: string,
): Promise<{ id: string; tenant: string | undefined }> {
  const tenant = await connection.tenantId()
  if (isUuid(nameOrId)) return { id: nameOrId, tenant }
  const agent = await findNamed(connection, 'agent', nameOrId, tenant)
  return { id: agent.id, tenant: tenant ?? agent.tenant_id }
}
