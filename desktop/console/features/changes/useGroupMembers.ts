import { allPages } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import type { ChangeQuery } from './change-filters.ts'
import { type ChangeRow, rowOf } from './change-row.ts'
import type { GroupRow } from './group-row.ts'

/** Reads the changes of groups that have no review yet. */
export function useGroupMembers() {
  const api = useApi()

  /** Changes that came after the list was read are omitted: the user did not see them. */
  async function membersOf({ latest }: GroupRow, filter: ChangeQuery): Promise<ChangeRow[]> {
    const { change_group: group, suspicious, captured_at: last, reviewed_at: reviewedAt } = latest.version
    if (group === null || suspicious.length > 0) return reviewedAt === null ? [rowOf(latest)] : []
    const query = { ...filter, tenant: latest.device.tenant_id, group, reviewed: false }
    const found = await allPages((page) => api.GET('/api/changes', { params: { query: { ...query, ...page } } }))
    return found.filter(({ version }) => version.captured_at <= last).map(rowOf)
  }

  /**
   * @param filter of the list that shows the groups
   * @throws ApiProblem
   */
  return async (groups: readonly GroupRow[], filter: ChangeQuery): Promise<ChangeRow[]> => {
    const members: ChangeRow[] = []
    for (const group of groups) members.push(...(await membersOf(group, filter)))
    return members
  }
}
