import { computed } from 'vue'
import { useCustomers } from '../../client/customers.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'

/** Those of the chosen customer, or of all and of the platform; read anew when the service stops one. */
export function useWebhooks() {
  const api = useApi()
  const customers = useCustomers()
  const reading = useLatest(
    () => customers.tenant,
    async (signal) => {
      const { data } = await api.GET('/api/webhooks', { params: { query: { tenant: customers.tenant } }, signal })
      return data ?? []
    },
  )
  useLiveRefresh(['webhook.disabled'], reading.again)
  return reading
}

/** One of them: undefined while it is not known, null when there is none of this id. */
export function useWebhook(id: () => string) {
  const { data, ...reading } = useWebhooks()
  const webhook = computed(() => data.value && (data.value.find((one) => one.id === id()) ?? null))
  return { webhook, ...reading }
}
