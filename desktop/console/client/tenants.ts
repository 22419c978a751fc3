import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { components } from '../../../shared/contract/api-types.ts'
import { isUnreached } from './api.ts'
import { connection } from './connection.ts'
import { learnUnknown } from './learn-unknown.ts'
import { allPages } from './paging.ts'
import { useSession } from './session.ts'

export type Customer = components['schemas']['Tenant']

/** In the address, for a platform user who sees all customers. */
export const everyTenant = '*'

/**
 * The customers visible to the user, and the chosen one. Users of one customer have no choice. The address contains the
 * choice.
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

  connection.onBack(() => {
    if (isUnreached(failure.value)) void load()
  })

  /** A customer added meanwhile appears a moment later. */
  const meetUnknown = learnUnknown(read)
  function known(id: string): Customer | undefined {
    const customer = byId.value.get(id)
    if (!customer && isReady.value) meetUnknown(id)
    return customer
  }

  /** Returns the customer's name for display; the slug if no customer has it any more. */
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
    /** Undefined while all customers are shown. */
    chosen,
    /** For the `tenant` of a request; undefined means the user's whole scope. */
    tenant: computed(() => chosen.value?.id),
    /** Whether the address names a customer that the user cannot see. */
    isUnknown: computed(() => session.isPlatform && slug.value !== everyTenant && isReady.value && !chosen.value),
    /** Whether several customers are shown, so that rows need the customer's name. */
    showsMany: computed(() => session.isPlatform && !chosen.value),
    known,
    nameOf: (id: string | null) => (id === null ? undefined : known(id)?.name),
    nameOfSlug,
    load,
    forget,
  }
})
