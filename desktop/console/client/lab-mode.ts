import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { components } from '../../../shared/contract/api-types.ts'
import { useTenants } from './tenants.ts'
import { allPages } from './paging.ts'
import { useSession } from './session.ts'

type Agent = components['schemas']['Agent']

/** Agents in lab mode: their backups match no real device. Every page shows a warning while there is one. */
export const useLabMode = defineStore('lab-mode', () => {
  const session = useSession()
  const customers = useTenants()
  const all = shallowRef<Agent[]>([])

  /** A failure keeps the previous list: an incomplete read must not remove the warning. */
  async function load() {
    try {
      const agents = await allPages((query) => session.api.GET('/api/agents', { params: { query } }))
      all.value = agents.filter((agent) => agent.lab_mode && agent.status !== 'revoked')
    } catch {
      return
    }
  }

  const agents = computed(() =>
    all.value.filter(({ tenant_id }) => !customers.tenant || tenant_id === customers.tenant),
  )
  return { agents, load }
})
