import type { RouteLocationNormalizedLoaded } from 'vue-router'

/**
 * What a page is made anew with: another page, another thing of the same kind, or another customer, so that nothing of the
 * one stands, and is saved, under the name of the other. Filters and tabs are of one and the same page.
 */
export function pageKey({
  name,
  params,
  query,
}: Pick<RouteLocationNormalizedLoaded, 'name' | 'params' | 'query'>): string {
  return JSON.stringify([name, params, query['customer']])
}
