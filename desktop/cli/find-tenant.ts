import { message } from '../../shared/messages/message.ts'
import type { components } from '../../shared/contract/api-types.ts'
import type { Api } from '../console/client/api.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { isSlug } from './is-slug.ts'
import { isUuid } from './is-uuid.ts'
import { dataOf, rowsOf } from './pages.ts'

type Tenant = components['schemas']['Tenant']

/**
 * Returns the id of the tenant with this slug. An id is returned unchanged.
 * @throws CommandError if no visible tenant has it
 */
export async function findTenant(api: Api, slugOrId: string): Promise<string> {
  if (isUuid(slugOrId)) return slugOrId
  const found = isSlug(slugOrId) ? dataOf(await api.GET('/api/tenants', { params: { query: { slug: slugOrId } } })) : []
  const [tenant] = found
  if (tenant) return tenant.id
  throw new CommandError(
    exitCodes.notFound,
    message('customer_not_found', { name: slugOrId }),
    message('run_command', { command: 'coffer customers' }),
  )
}

/** Returns all visible tenants. */
export function listTenants(api: Api): AsyncGenerator<Tenant> {
  return rowsOf<Tenant>((page) => api.GET('/api/tenants', { params: { query: page } }))
}

/** Returns the slugs of tenants by id. */
export async function slugsByTenantId(api: Api): Promise<Map<string, string>> {
  const slugs = new Map<string, string>()
  for await (const { id, slug } of listTenants(api)) slugs.set(id, slug)
  return slugs
}
