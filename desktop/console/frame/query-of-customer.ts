import type { LocationQuery } from 'vue-router'
import { everyCustomer } from '../client/customers.ts'

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Names that each customer gives for himself. */
const ofOwn = new Set(['site', 'tag', 'organisation'])

/**
 * The rest of an address under another customer: without what names a thing of the former one, which would find nothing
 * there. Under all customers it is still to be found.
 */
export function queryOfCustomer(query: LocationQuery, customer: string): LocationQuery {
  if (customer === everyCustomer) return { ...query, customer }
  const lasting = Object.entries(query).filter(
    ([name, value]) => !ofOwn.has(name) && !(typeof value === 'string' && isId.test(value)),
  )
  return { ...Object.fromEntries(lasting), customer }
}
