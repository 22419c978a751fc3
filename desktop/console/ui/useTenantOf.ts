import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useTenants } from '../client/tenants.ts'
import { useAddress } from './useAddress.ts'

/**
 * For a page of one object: if another customer is chosen than the object's, the choice changes to its customer, so
 * that nothing is shown under the wrong name. If all customers are chosen, nothing changes.
 * @param tenant the object's customer; undefined until known, null for an object of the platform
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
