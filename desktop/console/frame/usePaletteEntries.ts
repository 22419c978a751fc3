import { refDebounced } from '@vueuse/core'
import { type Ref, computed } from 'vue'
import { useRouter } from 'vue-router'
import type { components } from '../../../shared/contract/api-types.ts'
import { usePreferences } from '../client/preferences.ts'
import { useSession } from '../client/session.ts'
import { useTenants } from '../client/tenants.ts'
import { useMessages } from '../language/useWords.ts'
import type { IconName } from '../ui/icons.ts'
import { keyedActions, matches, paletteActions } from '../ui/palette-actions.ts'
import { useLatest } from '../ui/useLatest.ts'
import { usePermittedRoute } from '../ui/usePermittedRoute.ts'
import { words as uiWords } from '../ui/words.ts'
import { useNavigation } from './navigation.ts'
import { recentPlaces, rememberPlace } from './recent-places.ts'
import { useDownloadLatest } from './useDownloadLatest.ts'
import { usePlaceOfTenant } from './usePlaceOfTenant.ts'
import { words } from './words.ts'

type Device = components['schemas']['Device']

export interface PaletteEntry {
  id: string
  icon: IconName
  label: string
  beside?: string
  run: () => unknown
}

const maxShown = 8
/** One letter matches too much. */
const leastLetters = 2
const debounceMs = 150

/** What the palette offers for the typed words, by section. `isPending` until the devices are found. */
export function usePaletteEntries(typed: Ref<string>, isOpen: Ref<boolean>) {
  const { t, text } = useMessages(words)
  const { t: ui } = useMessages(uiWords)
  const session = useSession()
  const customers = useTenants()
  const preferences = usePreferences()
  const navigation = useNavigation()
  const placeOf = usePlaceOfTenant()
  const permitted = usePermittedRoute()
  const router = useRouter()
  const downloadLatest = useDownloadLatest()
  const word = computed(() => typed.value.trim())
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
      const query = { q, limit: maxShown, tenant: customers.tenant }
      const { data } = await session.api.GET('/api/devices', { params: { query }, signal })
      return { q, devices: data ?? [] }
    },
    { when: () => isOpen.value && wanted.value.length >= leastLetters && session.may('device:read') },
  )
  const isPending = computed(
    () => isAsked.value && (loading.value || (failure.value === undefined && found.value?.q !== word.value)),
  )

  function open(path: string, label: string, icon: IconName) {
    rememberPlace(preferences.features, { path, label, icon })
    return router.push(path)
  }

  /** Its address, site and state, because a search may find it by each. */
  function besideOf({ hostname, site, state, tenant_id: tenant }: Device): string {
    const customer = customers.showsMany ? customers.nameOf(tenant) : undefined
    return [customer, hostname, site, ui(`deviceState.${state}`)].filter(Boolean).join(' · ')
  }

  const deviceEntries = computed(() => {
    const devices = isAsked.value ? (found.value?.devices ?? []) : []
    const isGone = ({ state }: Device) => Number(state === 'decommissioned')
    return devices
      .toSorted((one, other) => isGone(one) - isGone(other))
      .flatMap((device, place): PaletteEntry[] => {
        const { id, name } = device
        const entry: PaletteEntry = { id: `device-${id}`, icon: 'device', label: name, beside: besideOf(device), run: () => open(`/devices/${id}`, name, 'device') } // prettier-ignore
        if (place > 0 || !session.may('config:download') || !session.may('config:read')) return [entry]
        const label = t('palette.download', { name })
        return [entry, { id: `download-${id}`, icon: 'download', label, run: () => downloadLatest(device) }]
      })
  })

  const ownActions = computed((): PaletteEntry[] => {
    const add = (['devices-new', 'credentials-new', 'agents-new'] as const).flatMap((name) => {
      const to = permitted(name)
      return to
        ? [{ id: name, icon: 'plus' as const, label: t(`palette.add.${name}`), run: () => router.push(to) }]
        : []
    })
    const themes = (['light', 'dark', 'system'] as const).map((theme) => ({
      id: `theme-${theme}`,
      icon: ({ light: 'sun', dark: 'moon', system: 'screen' } as const)[theme],
      label: t(`palette.theme.${theme}`),
      run: () => void (preferences.theme = theme),
    }))
    return [...add, ...themes, { id: 'logout', icon: 'logout', label: t('user.logout'), run: session.logout }]
  })

  const sections = computed(() => {
    const isSearching = word.value !== ''
    const registered = [...paletteActions(), ...(isSearching ? keyedActions() : [])]
      .filter(({ label }) => matches(label(), word.value))
      .map(({ id, icon = 'right', label, run }): PaletteEntry => ({ id: `action-${id}`, icon, label: label(), run }))
    const own = isSearching ? ownActions.value.filter(({ label }) => matches(label, word.value)) : []
    const pages = navigation.value
      .flatMap(({ entries }) => entries)
      .filter(({ title }) => matches(`${title.en} ${title.fr}`, word.value))
      .map(({ name, title, place }): PaletteEntry => ({ id: `page-${name}`, icon: place.icon, label: text(title), run: () => router.push({ name }) })) // prettier-ignore
    const tenants = session.isPlatform && isSearching ? customers.list.filter(({ name, slug }) => matches(`${name} ${slug}`, word.value)) : [] // prettier-ignore
    const choices = tenants.slice(0, maxShown).map(({ slug, name }): PaletteEntry => ({
      id: `customer-${slug}`,
      icon: 'customer',
      label: t('palette.chooseTenant', { name }),
      beside: slug,
      run: () => router.push(placeOf(slug)),
    }))
    const recent = isSearching
      ? []
      : recentPlaces(preferences.features).map(({ path, label, icon }): PaletteEntry => ({ id: `recent-${path}`, icon, label, run: () => open(path, label, icon) })) // prettier-ignore
    // After the devices, so that a name and Enter never start a search.
    const isLast = word.value.length >= leastLetters && !isPending.value
    const search = isLast ? permitted('search', { q: word.value }) : undefined
    const searches: PaletteEntry[] = search ? [{ id: 'search', icon: 'search', label: t('palette.searchFor', { words: word.value }), run: () => router.push(search) }] : [] // prettier-ignore
    return [
      { key: 'recent' as const, entries: recent },
      { key: 'actions' as const, entries: registered },
      { key: 'pages' as const, entries: pages },
      { key: 'devices' as const, entries: deviceEntries.value },
      { key: 'customers' as const, entries: choices },
      { key: 'own' as const, entries: own },
      { key: 'configurations' as const, entries: searches },
    ].filter(({ entries }) => entries.length > 0)
  })

  return { sections, isPending }
}
