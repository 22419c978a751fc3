import { type Ref, computed, ref, shallowRef } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import { useApi } from '../../client/session.ts'
import type { Fleet } from './fleet-values.ts'
import {
  type Network,
  type Plan,
  type RequestedChanges,
  planParts,
  createPlan,
  selectedKeys,
  updateRequested,
} from './selection.ts'

export type Applied = components['schemas']['FleetApplied']

/** The selection of a fleet's networks, its effects, and applying it. */
export function useSelection(fleet: Ref<Fleet | undefined>) {
  const api = useApi()
  const requested = shallowRef<RequestedChanges>(new Map())
  const networks = computed(() => fleet.value?.last_scan?.results ?? [])
  const ticked = computed(() => selectedKeys(networks.value, requested.value))
  const plan = computed(() => createPlan(networks.value, requested.value))
  /** Completed parts of a plan, and their total. */
  const progress = ref({ done: 0, all: 0 })

  function tick(shown: readonly Network[], keys: readonly string[]): void {
    requested.value = updateRequested(requested.value, shown, keys)
  }

  /**
   * Returns the results.
   * @throws ApiProblem; earlier parts are applied, and the fleet must be read again
   */
  async function apply(wanted: Plan): Promise<Applied> {
    const of = fleet.value
    const applied: Applied = { imported: [], reinstated: [], adopted: [], decommissioned: [], unchanged: 0 }
    if (!of) return applied
    const parts = planParts(wanted)
    progress.value = { done: 0, all: parts.length }
    const params = { path: { fleet_id: of.id }, query: { tenant: of.tenant_id } }
    for (const body of parts) {
      const { data } = await api.POST('/api/discovery/fleets/{fleet_id}/apply', { params, body })
      for (const kind of ['imported', 'reinstated', 'adopted', 'decommissioned'] as const) {
        applied[kind].push(...data![kind])
      }
      applied.unchanged += data!.unchanged
      progress.value = { done: progress.value.done + 1, all: parts.length }
    }
    requested.value = new Map()
    return applied
  }

  return { networks, ticked, plan, progress, tick, apply, reset: () => (requested.value = new Map()) }
}
