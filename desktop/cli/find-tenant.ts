import { message } from '../../shared/messages/message.ts'
import type { components } from '../../shared/contract/api-types.ts'
import type { Api } from '../console/client/api.ts'
import { CommandEnd, exitCodes } from './exit-codes.ts'
import { isSlug } from './is-slug.ts'
import { isUuid } from './is-uuid.ts'
import { dataOf, rowsOf } from './pages.ts'

type Tenant = components['schemas']['Tenant']

/**
 * Returns the id of the tenant with this slug. An id is returned unchanged.
 * @throws CommandEnd if no visible tenant has it
 */
export async function findTenant(api: Api, named: string): Promise<string> {
  if (isUuid(named)) return named
  const found = isSlug(named) ? dataOf(await api.GET('/api/tenants', { params: { query: { slug: named } } })) : []
  const [tenant] = found
  if (tenant) return tenant.id
  throw new CommandEnd(
    exitCodes.notFound,
    message('customer_not_found', { name: named }),
    message('run_command', { command: 'coffer customers' }),
  )
}

/** Returns all visible tenants. */
export function tenantsOf(api: Api): AsyncGenerator<Tenant> {
  return rowsOf<Tenant>((page) => api.GET('/api/tenants', { params: { query: page } }))
}

/** Returns the slugs of tenants by id. */
export async function slugsOf(api: Api): Promise<Map<string, string>> {
  const slugs = new Map<string, string>()
  for await (const { id, slug } of tenantsOf(api)) slugs.set(id, slug)
  return slugs
}
