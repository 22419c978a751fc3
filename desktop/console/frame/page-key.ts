import type { RouteLocationNormalizedLoaded } from 'vue-router'

/**
 * Key by which a page is recreated: for another page, another object or another customer, so that no data is shown or
 * saved under the wrong name. Filters and tabs do not change it.
 */
export function pageKey({
  name,
  params,
  query,
}: Pick<RouteLocationNormalizedLoaded, 'name' | 'params' | 'query'>): string {
  return JSON.stringify([name, params, query['customer']])
}
