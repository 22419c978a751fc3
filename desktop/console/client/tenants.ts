import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { components } from '../../../shared/contract/api-types.ts'
import { learnUnknown } from './learn-unknown.ts'
import { allPages } from './paging.ts'
import { useSession } from './session.ts'

export type Customer = components['schemas']['Tenant']

/** In the address, for a person of the platform who looks at all customers. */
export const everyTenant = '*'

/**
 * The customers that the person sees, and the one that is chosen. People of one customer have that one and no choice. The
 * address carries the choice; this only knows what it means.
 */
export const useTenants = defineStore('customers', () => {
  const session = useSession()
  const list = shallowRef<Customer[]>([])
  const slug = ref(everyTenant)
  const isReady = ref(false)
  const failure = shallowRef<Error>()
  const byId = computed(() => new Map(list.value.map((customer) => [customer.id, customer])))

  async function read() {
    list.value = await allPages((query) => session.api.GET('/api/tenants', { params: { query } }))
  }

  async function load() {
    failure.value = undefined
    try {
      await read()
      isReady.value = true
    } catch (error) {
      failure.value = error as Error
    }
  }

  /** One that somebody has added meanwhile comes a moment later. */
  const meetUnknown = learnUnknown(read)
  function known(id: string): Customer | undefined {
    const customer = byId.value.get(id)
    if (!customer && isReady.value) meetUnknown(id)
    return customer
  }

  /** For people, as a report names whose something is: the slug itself where nobody has that one any more. */
  const nameOfSlug = (wanted: string) => list.value.find((customer) => customer.slug === wanted)?.name ?? wanted

  function forget() {
    list.value = []
    isReady.value = false
    slug.value = everyTenant
  }

  const chosen = computed(() =>
    session.isPlatform
      ? list.value.find((customer) => customer.slug === slug.value)
      : list.value.find((customer) => customer.id === session.me?.tenant_id),
  )

  return {
    list,
    slug,
    isReady,
    failure,
    /** Undefined while all are looked at. */
    chosen,
    /** For the `tenant` of a request: undefined is the whole scope of the person. */
    tenant: computed(() => chosen.value?.id),
    /** The address names somebody who is none of the person's customers. */
    isUnknown: computed(() => session.isPlatform && slug.value !== everyTenant && isReady.value && !chosen.value),
    /** Whether more than one customer is in what is shown, so that rows say whose they are. */
    showsMany: computed(() => session.isPlatform && !chosen.value),
    known,
    nameOf: (id: string | null) => (id === null ? undefined : known(id)?.name),
    nameOfSlug,
    load,
    forget,
  }
})
