import {
  type LocationQuery,
  type RouteLocationNormalizedLoaded,
  type RouteLocationRaw,
  useRoute,
  useRouter,
} from 'vue-router'
import { everyTenant } from '../client/tenants.ts'

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Names that each customer gives for himself. */
const ofOwn = new Set(['site', 'tag', 'organisation'])

/** Where one goes from here by choosing a customer, by its short name. */
export function usePlaceOfTenant(): (slug: string) => RouteLocationRaw {
  const route = useRoute()
  const router = useRouter()
  const isPage = (path: string) => router.resolve(path).name !== 'nowhere'
  return (slug) => placeOfTenant(route, slug, isPage)
}

/**
 * Where one is when another customer is chosen: on the same page, or, since a thing is of one customer, from its page on
 * the list of such things.
 * @param isPage whether there is a page at a path
 */
export function placeOfTenant(
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
 * The rest of an address under another customer: without what names a thing of the former one, which would find nothing
 * there. Under all customers it is still to be found.
 */
function queryOfTenant(query: LocationQuery, customer: string): LocationQuery {
  if (customer === everyTenant || customer === query['customer']) return { ...query, customer }
  const lasting = Object.entries(query).filter(
    ([name, value]) => !ofOwn.has(name) && !(typeof value === 'string' && isId.test(value)),
  )
  return { ...Object.fromEntries(lasting), customer }
}
