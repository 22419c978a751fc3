import { type Ref, computed } from 'vue'
import { useRouter } from 'vue-router'
import { usePreferences } from '../client/preferences.ts'
import { useSession } from '../client/session.ts'
import { useTenants } from '../client/tenants.ts'
import { useMessages } from '../language/useMessages.ts'
import type { IconName } from '../ui/icons.ts'
import { keyedActions, matches, paletteActions } from '../ui/palette-actions.ts'
import { usePermittedRoute } from '../ui/usePermittedRoute.ts'
import { useNavigation } from './navigation.ts'
import { type PaletteEntry, leastLetters, maxShown } from './palette-entry.ts'
import { recentPages, rememberPage } from './recent-pages.ts'
import { useDeviceEntries } from './useDeviceEntries.ts'
import { useTenantRoute } from './useTenantRoute.ts'
import { messages } from './messages.ts'

/** What the palette offers for the typed words, by section. `isPending` until the devices are found. */
export function usePaletteEntries(typed: Ref<string>, isOpen: Ref<boolean>) {
  const { t, text } = useMessages(messages)
  const session = useSession()
  const customers = useTenants()
  const preferences = usePreferences()
  const navigation = useNavigation()
  const tenantRoute = useTenantRoute()
  const permitted = usePermittedRoute()
  const router = useRouter()
  const word = computed(() => typed.value.trim())

  function open(path: string, label: string, icon: IconName) {
    rememberPage(preferences.features, { path, label, icon })
    return router.push(path)
  }

  const { entries: deviceEntries, isPending } = useDeviceEntries(word, isOpen, open)

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
    const escalating = permitted('events', { escalating: 'true' })
    const events: PaletteEntry[] = escalating
      ? [{ id: 'events-escalating', icon: 'alarm', label: t('palette.escalating'), run: () => router.push(escalating) }]
      : []
    return [
      ...events,
      ...add,
      ...themes,
      { id: 'logout', icon: 'logout', label: t('user.logout'), run: session.logout },
    ]
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
      .map(({ name, title, position }): PaletteEntry => ({ id: `page-${name}`, icon: position.icon, label: text(title), run: () => router.push({ name }) })) // prettier-ignore
    const tenants = session.isPlatform && isSearching ? customers.list.filter(({ name, slug }) => matches(`${name} ${slug}`, word.value)) : [] // prettier-ignore
    const choices = tenants.slice(0, maxShown).map(({ slug, name }): PaletteEntry => ({
      id: `customer-${slug}`,
      icon: 'customer',
      label: t('palette.chooseTenant', { name }),
      beside: slug,
      run: () => router.push(tenantRoute(slug)),
    }))
    const recent = isSearching
      ? []
      : recentPages(preferences.features).map(({ path, label, icon }): PaletteEntry => ({ id: `recent-${path}`, icon, label, run: () => open(path, label, icon) })) // prettier-ignore
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
