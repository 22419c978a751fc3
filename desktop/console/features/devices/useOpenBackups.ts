import { computed, watch } from 'vue'
import { useApi, useMay } from '../../client/session.ts'
import { useTenants } from '../../client/tenants.ts'
import { activity } from '../../ui/run/activity.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { useWhileUnderWay } from '../../ui/useWhileUnderWay.ts'

/** The latest are enough: they are the rows that a user has just started. */
const maxRuns = 200

/**
 * Returns the devices whose backup is queued or running, by id.
 * @param ended called after backups have ended, as events report the end of some only
 */
export function useOpenBackups(ended: (deviceIds: ReadonlySet<string>) => unknown) {
  const api = useApi()
  const may = useMay()
  const customers = useTenants()
  const { data, again } = useLatest(
    [() => customers.tenant, activity],
    async (signal) => {
      const { tenant } = customers
      const status = ['queued' as const, 'running' as const, 'retrying' as const]
      const query = { tenant, status, kind: 'backup' as const, limit: maxRuns }
      const { data: runs = [] } = await api.GET('/api/runs', { params: { query }, signal })
      return { tenant, statuses: new Map(runs.map((run) => [run.device_id, run.status])) }
    },
    { when: () => may('report:read') },
  )
  const open = computed(() => data.value?.statuses ?? new Map<string, never>())
  useWhileUnderWay(() => open.value.size > 0, again)
  watch(data, (now, before) => {
    if (!now || !before || now.tenant !== before.tenant) return
    const gone = [...before.statuses.keys()].filter((id) => !now.statuses.has(id))
    if (gone.length > 0) ended(new Set(gone))
  })
  return open
}
