import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useTenants } from '../../client/tenants.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { useApi, useSession } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { useMinute } from '../../ui/useMinute.ts'
import { dayIn } from './calendar.ts'

/** Number of days in the strip. */
export const daysBack = 60

/** The report in the address, the frozen days, and links to others. */
export function useReport() {
  const api = useApi()
  const session = useSession()
  const customers = useTenants()
  const route = useRoute()
  const router = useRouter()
  const now = useMinute()
  const asked = (name: string) => (typeof route.query[name] === 'string' ? (route.query[name] as string) : '')
  const today = computed(() => dayIn(session.me?.time_zone ?? 'UTC', now.value))
  const wanted = computed(() => ({
    day: /^\d{4}-\d\d-\d\d$/.test(asked('day')) ? asked('day') : undefined,
    live: asked('live') === 'true' || undefined,
  }))

  const report = useLatest(
    [() => JSON.stringify(wanted.value), () => customers.tenant],
    async (signal) => {
      const query = { tenant: customers.tenant, ...wanted.value }
      const { data } = await api.GET('/api/reports/daily', { params: { query }, signal })
      return { of: query, report: data! }
    },
    { cacheAs: 'report' },
  )
  const days = useLatest(
    [() => customers.tenant, today],
    async (signal) => {
      const query = { tenant: customers.tenant, limit: daysBack }
      const { data } = await api.GET('/api/reports/days', { params: { query }, signal })
      return data ?? []
    },
    { cacheAs: 'report days' },
  )
  const shown = computed(() => {
    const last = report.data.value
    const isOfIt = last && last.of.tenant === customers.tenant && last.of.day === wanted.value.day
    return isOfIt && last.of.live === wanted.value.live ? last.report : undefined
  })

  useLiveRefresh(
    ['run.changed', 'run.failed', 'run.partial', 'run.blocked', 'device.recovered', 'device.stale', 'agent.online', 'agent.offline', 'agent.cloned', 'agent.rewound', 'agent.lab_mode', 'version.suspicious', 'integrity.damaged', 'integrity.healed'], // prettier-ignore
    () => (shown.value?.frozen === false ? report.again() : undefined),
    { settleMs: 5_000 },
  )

  useLiveRefresh(['report.frozen'], days.again)

  function go(part: Record<string, string | undefined>, way: 'push' | 'replace' = 'push') {
    const all = { ...route.query, ...part }
    void router[way]({ query: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) })
  }

  /** Freezes today's report. Existing records remain. */
  async function freeze() {
    const query = { tenant: customers.tenant }
    await api.POST('/api/reports/daily/persist', { params: { query } })
    go({ live: undefined, day: undefined }, 'replace')
    await Promise.all([report.again(), days.again()])
  }

  return {
    shown,
    failure: report.failure,
    loading: report.loading,
    again: report.again,
    days: computed(() => days.data.value ?? []),
    today,
    day: computed(() => wanted.value.day ?? shown.value?.day ?? today.value),
    reason: computed({ get: () => asked('reason'), set: (value) => go({ reason: value || undefined }, 'replace') }),
    go,
    freeze,
    showDay: (day: string) => go({ day: day === today.value ? undefined : day, live: undefined }),
    showLive: (isLive: boolean) => go({ day: undefined, live: isLive ? 'true' : undefined }),
  }
}
