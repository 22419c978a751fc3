import { computed } from 'vue'
import { useTenants } from '../../client/tenants.ts'
import { type Page, pageOf } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import type { components, paths } from '../../../../shared/contract/api-types.ts'
import { recomputeDivergence } from '../../ui/lineage/recompute-divergence.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { useListState } from '../../ui/useListState.ts'
import { periodOf, periods } from './periods.ts'
import { type Transition, ofChange, ofRanking } from './transitions.ts'

type Query = NonNullable<paths['/api/changes']['get']['parameters']['query']>
type Change = components['schemas']['Change']

export const filterNames = ['period', 'device_id', 'platform', 'site', 'tag', 'key', 'by', 'group'] as const

const pageLength = 1_000

/** Maximum number of ranked changes; of a longer period the latest. */
export const maxRanked = 5_000

export interface Board {
  transitions: Transition[]
  since: Date
  until: Date
  /** Whether the period has more changes. */
  isCut: boolean
  /** Set if it is about one device. */
  device?: components['schemas']['Device']
}

/** The largest changes of a period: over all devices from their changes, for one device by the service's ranking. */
export function useDivergence() {
  const api = useApi()
  const customers = useTenants()
  const state = useListState('divergence', { filters: filterNames, sort: '', columns: [] })
  const period = computed(() => periodOf(state.filters.period))
  const wanted = computed(() => {
    const { device_id, platform, site, tag, key } = state.filters
    return JSON.stringify([period.value, device_id, platform, site, tag, key])
  })
  const board = useLatest([wanted, () => customers.tenant], (signal) =>
    state.filters.device_id ? ofDevice(state.filters.device_id, signal) : ofFleet(signal),
  )

  async function ofFleet(signal: AbortSignal): Promise<Board> {
    const until = new Date()
    const since = new Date(until.getTime() - periods[period.value].ms)
    const { platform, site, tag, key } = state.filters
    const query: Query = {
      since: since.toISOString(),
      ...(platform && { platform: platform as Query['platform'] }),
      ...(site && { site }),
      ...(tag && { tag }),
      ...(key && { key }),
      tenant: customers.tenant,
      limit: pageLength,
    }
    const changes: Change[] = []
    let page: Page<Change>
    let cursor: string | undefined
    do {
      page = pageOf(await api.GET('/api/changes', { params: { query: { ...query, cursor } }, signal }))
      changes.push(...page.rows)
      cursor = page.next
    } while (cursor && changes.length < maxRanked)
    return { transitions: changes.map(ofChange), since, until, isCut: cursor !== undefined }
  }

  async function ofDevice(device_id: string, signal: AbortSignal): Promise<Board> {
    const until = new Date()
    const since = new Date(until.getTime() - periods[period.value].ms)
    const params = { path: { device_id } }
    const [{ data: device }, { data: ranking }] = await Promise.all([
      api.GET('/api/devices/{device_id}', { params, signal }),
      api.GET('/api/devices/{device_id}/divergence', { params, signal }),
    ])
    const { key } = state.filters
    const transitions = ranking!.ecarts
      .filter(({ to_at: at, artifact_key }) => Date.parse(at) >= since.getTime() && (!key || artifact_key === key))
      .map((ecart) => ofRanking(ecart, device!))
    return { transitions, since, until, isCut: ranking!.ecarts.length >= pageLength, device: device! }
  }

  /** @throws ApiProblem */
  async function recompute(transitions: readonly Transition[]): Promise<void> {
    const unknown = transitions.filter(({ added }) => added === null)
    const lineages = new Map(unknown.map(({ artifactId, device }) => [artifactId, device.tenantId]))
    for (const [artifact_id, tenant] of lineages) await recomputeDivergence(api, { artifact_id, tenant })
    await board.again()
  }

  return { state, period, board, recompute }
}
