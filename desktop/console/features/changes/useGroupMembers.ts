import { allPages } from '../../client/paging.ts'
import { useApi } from '../../client/session.ts'
import { rowOf, type ChangeRow } from './change-row.ts'
import type { GroupRow } from './group-row.ts'

/** Reads the changes of groups that have no review yet. */
export function useGroupMembers() {
  const api = useApi()

  async function membersOf({ latest }: GroupRow): Promise<ChangeRow[]> {
    const { change_group: group, suspicious } = latest.version
    if (group === null || suspicious.length > 0) return [latest].map(rowOf)
    const query = { tenant: latest.device.tenant_id, group, reviewed: false }
    const found = await allPages((page) => api.GET('/api/changes', { params: { query: { ...query, ...page } } }))
    return found.map(rowOf)
  }

  /** @throws ApiProblem */
  return async (groups: readonly GroupRow[]): Promise<ChangeRow[]> => {
    const members: ChangeRow[] = []
    for (const group of groups) members.push(...(await membersOf(group)))
    return members
  }
}
