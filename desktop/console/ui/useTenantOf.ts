import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useTenants } from '../client/tenants.ts'
import { useAddress } from './useAddress.ts'

/**
 * For a page of one thing: where another customer is chosen than the one that it belongs to, the choice goes over to its
 * customer, so that nothing stands under the name of another. Under all customers the choice stays as it is.
 * @param tenant whose it is; undefined until that is known, null for what is of the whole installation
 */
export function useTenantOf(tenant: () => string | null | undefined): void {
  const route = useRoute()
  const router = useRouter()
  const customers = useTenants()

  function slugToChoose(): string | undefined {
    const id = tenant()
    if (!id || !customers.chosen || customers.chosen.id === id) return undefined
    return customers.known(id)?.slug
  }

  const turn = useAddress(() => {
    const customer = slugToChoose()
    if (customer !== undefined) void router.replace({ query: { ...route.query, customer }, hash: route.hash })
  })
  watch(slugToChoose, turn, { immediate: true })
}
