import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { problemIn } from '../../ui/problem.ts'

/** A schedule: undefined until loaded, null if the id does not exist. */
export function useSchedule(id: () => string) {
  const api = useApi()
  const { data: schedule, ...reading } = useLatest([id], async (signal) => {
    try {
      const params = { path: { report_schedule_id: id() } }
      return (await api.GET('/api/report-schedules/{report_schedule_id}', { params, signal })).data ?? null
    } catch (error) {
      if (problemIn(error as Error)?.status === 404) return null
      throw error
    }
  })
  return { schedule, ...reading }
}
