import { computed } from 'vue'
import { type ConsoleRoute, type Group, type NavigationPosition, groups } from '../feature.ts'
import { consoleRoutes } from '../router.ts'
import type { Text } from '../language/define-messages.ts'
import { useMissingPermission } from '../ui/useMissingPermission.ts'

export interface NavigationEntry {
  name: string
  title: Text
  position: NavigationPosition
}

/** Returns the pages for the user's role, by group and in order, without empty groups. */
export function useNavigation() {
  const missing = useMissingPermission()
  return computed(() => {
    const entries = consoleRoutes.flatMap((route) => entryOf(route, missing))
    return groups
      .map((group: Group) => ({ group, entries: inOrder(entries.filter(({ position }) => position.group === group)) }))
      .filter(({ entries: ofGroup }) => ofGroup.length > 0)
  })
}

function entryOf({ name, meta }: ConsoleRoute, missing: ReturnType<typeof useMissingPermission>): NavigationEntry[] {
  if (!meta.navigation || missing(meta)) return []
  return [{ name, title: meta.title, position: meta.navigation }]
}

function inOrder(entries: NavigationEntry[]): NavigationEntry[] {
  return entries.toSorted((one, other) => one.position.order - other.position.order)
}
