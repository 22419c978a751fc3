import { computed } from 'vue'
import { useLiveRefresh } from '../../client/live.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'

/** A channel of any customer: undefined until loaded, null if the id does not exist. `others`: those of the same owner. */
export function useChannel(id: () => string) {
  const api = useApi()
  const { data, ...reading } = useLatest(
    [],
    async (signal) => (await api.GET('/api/notification-channels', { signal })).data ?? [],
  )
  useLiveRefresh(['notification_channel.disabled', 'notification_channel.suspended', 'webhook.disabled'], reading.again)
  const channel = computed(() => data.value && (data.value.find((one) => one.id === id()) ?? null))
  const others = computed(() =>
    (data.value ?? []).filter((one) => one.id !== id() && one.tenant_id === channel.value?.tenant_id),
  )
  return { channel, others, ...reading }
}
