import { type Ref, computed, ref, shallowRef } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import { useApi } from '../../client/session.ts'
import type { Fleet } from './fleet-values.ts'
import { type Network, type Plan, type Wishes, partsOf, planOf, tickedOf, wishesAfter } from './selection.ts'

export type Applied = components['schemas']['FleetApplied']

/** The selection of a fleet's networks, its effects, and applying it. */
export function useSelection(fleet: Ref<Fleet | undefined>) {
  const api = useApi()
  const wishes = shallowRef<Wishes>(new Map())
  const networks = computed(() => fleet.value?.last_scan?.results ?? [])
  const ticked = computed(() => tickedOf(networks.value, wishes.value))
  const plan = computed(() => planOf(networks.value, wishes.value))
  /** Completed parts of a plan, and their total. */
  const progress = ref({ done: 0, all: 0 })

  function tick(shown: readonly Network[], keys: readonly string[]): void {
    wishes.value = wishesAfter(wishes.value, shown, keys)
  }

  /**
   * Returns the results.
   * @throws ApiProblem; earlier parts are applied, and the fleet must be read again
   */
  async function apply(wanted: Plan): Promise<Applied> {
    const of = fleet.value
    const applied: Applied = { imported: [], reinstated: [], adopted: [], decommissioned: [], unchanged: 0 }
    if (!of) return applied
    const parts = partsOf(wanted)
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
    wishes.value = new Map()
    return applied
  }

  return { networks, ticked, plan, progress, tick, apply, reset: () => (wishes.value = new Map()) }
}
