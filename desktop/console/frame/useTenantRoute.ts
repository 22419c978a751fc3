import {
  type LocationQuery,
  type RouteLocationNormalizedLoaded,
  type RouteLocationRaw,
  useRoute,
  useRouter,
} from 'vue-router'
import { everyTenant } from '../client/tenants.ts'

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Names that each customer defines separately. */
const ofOwn = new Set(['site', 'tag', 'organisation'])

/** Returns a function for the address after choosing a customer, by short name. */
export function useTenantRoute(): (slug: string) => RouteLocationRaw {
  const route = useRoute()
  const router = useRouter()
  const isPage = (path: string) => router.resolve(path).name !== 'nowhere'
  return (slug) => tenantRoute(route, slug, isPage)
}

/**
 * Returns the address after choosing another customer: the same page, or from an object's page its list, because an
 * object belongs to one customer.
 * @param isPage returns whether a page exists at a path
 */
export function tenantRoute(
  { path, params, query }: Pick<RouteLocationNormalizedLoaded, 'path' | 'params' | 'query'>,
  customer: string,
  isPage: (path: string) => boolean,
): RouteLocationRaw {
  const isSame = customer === everyTenant || customer === query['customer']
  if (isSame || params['id'] === undefined) return { query: queryOfTenant(query, customer) }
  const list = `/${path.split('/')[1]}`
  return { path: isPage(list) ? list : '/', query: { customer } }
}

/**
 * Returns the query for another customer, without names of objects of the former one. For all customers they remain.
 */
function queryOfTenant(query: LocationQuery, customer: string): LocationQuery {
  if (customer === everyTenant || customer === query['customer']) return { ...query, customer }
  const lasting = Object.entries(query).filter(
    ([name, value]) => !ofOwn.has(name) && !(typeof value === 'string' && isId.test(value)),
  )
  return { ...Object.fromEntries(lasting), customer }
}
