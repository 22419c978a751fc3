import { refDebounced } from '@vueuse/core'
import { type Ref, computed } from 'vue'
import type { components } from '../../../shared/contract/api-types.ts'
import { useSession } from '../client/session.ts'
import { useTenants } from '../client/tenants.ts'
import { useMessages } from '../language/useMessages.ts'
import type { IconName } from '../ui/icons.ts'
import { useLatest } from '../ui/useLatest.ts'
import { messages as uiMessages } from '../ui/messages.ts'
import { type PaletteEntry, leastLetters, maxShown } from './palette-entry.ts'
import { useDownloadMain } from './useDownloadMain.ts'
import { messages } from './messages.ts'

type Device = components['schemas']['Device']

const debounceMs = 150

/**
 * The devices that match what was typed, with the last known good configuration and downloads of the first one. `isPending` until they are found.
 * @param word what was typed, trimmed
 * @param open opens a page of the console
 */
export function useDeviceEntries(
  word: Readonly<Ref<string>>,
  isOpen: Readonly<Ref<boolean>>,
  open: (path: string, label: string, icon: IconName) => unknown,
) {
  const { t } = useMessages(messages)
  const { t: ui } = useMessages(uiMessages)
  const session = useSession()
  const customers = useTenants()
  const { downloadLatest, downloadGood } = useDownloadMain()
  const wanted = refDebounced(word, debounceMs)
  const isAsked = computed(() => word.value.length >= leastLetters && session.may('device:read'))
  const {
    data: found,
    failure,
    loading,
  } = useLatest(
    [wanted, isOpen, () => customers.tenant],
    async (signal) => {
      const q = wanted.value
      const query = { q, limit: 5 * maxShown, tenant: customers.tenant }
      const { data } = await session.api.GET('/api/devices', { params: { query }, signal })
      return { q, devices: data ?? [] }
    },
    { when: () => isOpen.value && wanted.value.length >= leastLetters && session.may('device:read') },
  )
  const isPending = computed(
    () => isAsked.value && (loading.value || (failure.value === undefined && found.value?.q !== word.value)),
  )

  /** Its address, site and state, because a search may find it by each. */
  function besideOf({ hostname, site, state, tenant_id: tenant }: Device): string {
    const customer = customers.showsMany ? customers.nameOf(tenant) : undefined
    return [customer, hostname, site, ui(`deviceState.${state}`)].filter(Boolean).join(' · ')
  }

  const entries = computed(() => {
    const devices = isAsked.value ? (found.value?.devices ?? []) : []
    const isGone = ({ state }: Device) => Number(state === 'decommissioned')
    return devices
      .toSorted((one, other) => isGone(one) - isGone(other))
      .slice(0, maxShown)
      .flatMap((device, place): PaletteEntry[] => {
        const { id, name } = device
        const entry: PaletteEntry = { id: `device-${id}`, icon: 'device', label: name, beside: besideOf(device), run: () => open(`/devices/${id}`, name, 'device') } // prettier-ignore
        if (place > 0 || !session.may('config:read')) return [entry]
        const good: PaletteEntry = { id: `good-${id}`, icon: 'check', label: t('palette.good', { name }), run: () => open(`/devices/${id}/last-known-good`, t('palette.good', { name }), 'check') } // prettier-ignore
        if (!session.may('config:download')) return [entry, good]
        return [
          entry,
          good,
          { id: `download-${id}`, icon: 'download', label: t('palette.download', { name }), run: () => downloadLatest(device) },
          { id: `download-good-${id}`, icon: 'download', label: t('palette.downloadGood', { name }), run: () => downloadGood(device) },
        ] // prettier-ignore
      })
  })

  return { entries, isPending }
}
