import { computed } from 'vue'
import { useTenants } from '../../client/tenants.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'

/** Those of the chosen customer, or of all and of the platform; read anew when the service stops one. */
export function useWebhooks() {
  const customers = useTenants()
  return useWebhooksOf(() => customers.tenant)
}

function useWebhooksOf(tenant: () => string | undefined) {
  const api = useApi()
  const reading = useLatest(tenant, async (signal) => {
    const { data } = await api.GET('/api/webhooks', { params: { query: { tenant: tenant() } }, signal })
    return data ?? []
  })
  useLiveRefresh(['webhook.disabled'], reading.again)
  return reading
}

/** One webhook, whichever customer is chosen: undefined while it is not known, null when there is none of this id. */
export function useWebhook(id: () => string) {
  const { data, ...reading } = useWebhooksOf(() => undefined)
  const webhook = computed(() => data.value && (data.value.find((one) => one.id === id()) ?? null))
  return { webhook, ...reading }
}
