import { computed } from 'vue'
import { useTenants } from '../../client/tenants.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'

/** Webhooks of the chosen customer, or of all and the platform; read again when the service stops one. */
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

/** A webhook of any customer: undefined until loaded, null if the id does not exist. */
export function useWebhook(id: () => string) {
  const { data, ...reading } = useWebhooksOf(() => undefined)
  const webhook = computed(() => data.value && (data.value.find((one) => one.id === id()) ?? null))
  return { webhook, ...reading }
}
