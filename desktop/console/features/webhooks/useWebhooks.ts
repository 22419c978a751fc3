import { computed } from 'vue'
import { useLiveRefresh } from '../../client/live.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'

/** A webhook of any customer: undefined until loaded, null if the id does not exist. */
export function useWebhook(id: () => string) {
  const api = useApi()
  const { data, ...reading } = useLatest([], async (signal) => (await api.GET('/api/webhooks', { signal })).data ?? [])
  useLiveRefresh(['webhook.disabled'], reading.again)
  const webhook = computed(() => data.value && (data.value.find((one) => one.id === id()) ?? null))
  return { webhook, ...reading }
}
