import { type RouteLocationRaw, useRoute, useRouter } from 'vue-router'
import { placeOfTenant } from './place-of-tenant.ts'

/** Where one goes from here by choosing a customer, by its short name. */
export function usePlaceOfTenant(): (slug: string) => RouteLocationRaw {
  const route = useRoute()
  const router = useRouter()
  const isPage = (path: string) => router.resolve(path).name !== 'nowhere'
  return (slug) => placeOfTenant(route, slug, isPage)
}
