import type { components } from '../../shared/contract/api-types.ts'
import type { Api } from '../console/client/api.ts'
import { CommandEnd, exitCodes } from './exit-codes.ts'
import { isUuid } from './is-uuid.ts'
import { rowsOf } from './pages.ts'

type Tenant = components['schemas']['Tenant']

/** The id of the customer of this slug. An id is taken as it is. @throws CommandEnd when there is none in sight */
export async function findTenant(api: Api, named: string): Promise<string> {
  if (isUuid(named)) return named
  for await (const { id, slug } of tenantsOf(api, named)) if (slug === named) return id
  throw new CommandEnd(exitCodes.notFound, `no customer has the short name ${named}`, 'coffer customers')
}

/** Customers in sight. @param q part of the name or the slug */
export function tenantsOf(api: Api, q?: string): AsyncGenerator<Tenant> {
  return rowsOf<Tenant>((page) => api.GET('/api/tenants', { params: { query: { q, ...page } } }))
}

/** The slugs of customers by their ids. */
export async function slugsOf(api: Api): Promise<Map<string, string>> {
  const slugs = new Map<string, string>()
  for await (const { id, slug } of tenantsOf(api)) slugs.set(id, slug)
  return slugs
}
