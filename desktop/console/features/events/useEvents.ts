import type { operations } from '../../../../shared/contract/api-types.ts'
import { useTenants } from '../../client/tenants.ts'
import type { LiveEvent } from '../../client/follow-events.ts'
import { useLiveRefresh } from '../../client/live.ts'
import type { Page } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { eventTypes } from '../../ui/events/event-groups.ts'
import { oneOrMore } from '../../ui/filter-values.ts'
import { useListState } from '../../ui/useListState.ts'
import { usePagedList } from '../../ui/usePagedList.ts'

type EventQuery = NonNullable<operations['listEvents']['parameters']['query']>

/** A burst of events causes one read. */
const settleMs = 3_000

/** The events that match the filters in the address, the latest first; new ones are added on top. */
export function useEvents() {
  const api = useApi()
  const customers = useTenants()
  const state = useListState('events', {
    filters: ['type', 'severity'],
    several: ['type'],
    sort: '',
    columns: ['severity', 'about', 'customer', 'detail', 'at'],
  })
  const list = usePagedList(
    [() => JSON.stringify(state.filters), state.pageSize, () => customers.tenant],
    async (before, signal): Promise<Page<LiveEvent>> => {
      const { type, severity } = state.filters
      const limit = state.pageSize.value
      const query: EventQuery = {
        tenant: customers.tenant,
        limit,
        ...(before && { before }),
        ...(type && { type: oneOrMore(type) as EventQuery['type'] }),
        ...(severity && { min_severity: severity as EventQuery['min_severity'] }),
      }
      const { data } = await api.GET('/api/events', { params: { query }, signal })
      const rows = Array.isArray(data) ? data.toReversed() : [] // the other form of the response is a stream
      return { rows, next: rows.length < limit ? undefined : rows.at(-1)?.id }
    },
  )
  useLiveRefresh(eventTypes, list.again, { settleMs })
  return { state, list }
}
