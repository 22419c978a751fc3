import { computed } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import { usePreferences } from '../../client/preferences.ts'
import { useApi, useMay, useSession } from '../../client/session.ts'
import { useTenants } from '../../client/tenants.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { type SetUpFacts, isSetUpOpen, setUpLines } from './set-up.ts'

type Report = components['schemas']['DailyReport']

/** The state of the set-up, of the chosen customer or of the installation, for roles that may add devices. */
export function useSetUp(report: () => Report | undefined) {
  const api = useApi()
  const may = useMay()
  const session = useSession()
  const customers = useTenants()
  const preferences = usePreferences()
  const isOfPlatform = () => session.isPlatform && may('tenant:manage')
  const isAsked = computed(() => may('device:write') && preferences.features['overview.setUp'] !== 'hidden')
  /** Undefined until the report is known. */
  const hasBackup = computed(() => {
    const states = report()?.summary.states
    return states && (['changed', 'unchanged', 'partial', 'stale'] as const).some((state) => states[state] > 0)
  })

  const read = useLatest(
    [() => customers.tenant, hasBackup],
    async (signal) => {
      const lasting = await readLastingSteps(signal)
      if (!isSetUpOpen({ backup: hasBackup.value, ...lasting })) return lasting
      return { ...lasting, ...(await readOtherSteps(signal)) }
    },
    { cacheAs: 'set-up', when: () => isAsked.value && hasBackup.value !== undefined },
  )

  async function readLastingSteps(signal: AbortSignal) {
    const [masterKey, password] = await Promise.all([
      isOfPlatform() ? readMasterKey(signal) : undefined,
      isOfPlatform() && may('audit:read') ? hasAny(readPasswordChanges(signal)) : undefined,
    ])
    return { masterKey, password }
  }

  /** Reads the steps that are shown only while the set-up is open. */
  async function readOtherSteps(signal: AbortSignal) {
    const { tenant } = customers
    const [credential, notification] = await Promise.all([
      hasAny(api.GET('/api/credentials', { params: { query: { tenant, limit: 1 } }, signal })),
      may('retention:write')
        ? hasAny(api.GET('/api/notification-channels', { params: { query: { tenant } }, signal }))
        : undefined,
    ])
    return { credential, notification }
  }

  async function readMasterKey(signal: AbortSignal): Promise<boolean> {
    const { data } = await api.GET('/api/settings', { signal })
    return data!.master_key_backed_up_at !== null
  }

  function readPasswordChanges(signal: AbortSignal) {
    const query = { action: 'auth.password', actor: session.me!.email, limit: 1 }
    return api.GET('/api/audit', { params: { query }, signal })
  }

  const facts = computed<SetUpFacts>(() => {
    const now = report()
    if (!now || !read.data.value) return {}
    const { states } = now.summary
    const known = {
      ...read.data.value,
      customer: isOfPlatform() ? customers.list.length > 0 : undefined,
      agent: now.agents.some(({ status }) => status !== 'pending' && status !== 'revoked'),
      device: Object.entries(states).some(([state, count]) => state !== 'decommissioned' && count > 0),
      backup: hasBackup.value,
    }
    return Object.fromEntries(Object.entries(known).filter(([, isDone]) => isDone !== undefined))
  })

  /** Confirms that a copy of the master key is kept elsewhere. @throws ApiProblem */
  async function confirmMasterKey() {
    await api.PATCH('/api/settings', { body: { master_key_backed_up: true } })
    await read.again()
  }

  return {
    lines: computed(() => setUpLines(facts.value)),
    isOpen: computed(() => isAsked.value && isSetUpOpen(facts.value)),
    again: read.again,
    confirmMasterKey,
    hide: () => void (preferences.features['overview.setUp'] = 'hidden'),
  }
}

async function hasAny(answer: Promise<{ data?: unknown[] }>): Promise<boolean> {
  return ((await answer).data ?? []).length > 0
}
