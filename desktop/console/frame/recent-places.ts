import type { IconName } from '../ui/icons.ts'

/** A page that the palette opened. */
export interface RecentPlace {
  path: string
  label: string
  icon: IconName
}

const name = 'palette.recent'
const maxKept = 5

/** Returns the pages that the user opened last from the palette, the latest first. */
export function recentPlaces(features: Record<string, unknown>): RecentPlace[] {
  const kept = features[name]
  return Array.isArray(kept) ? (kept as RecentPlace[]) : []
}

/** Adds a page to `features`, the preferences of the user. */
export function rememberPlace(features: Record<string, unknown>, place: RecentPlace): void {
  const others = recentPlaces(features).filter(({ path }) => path !== place.path)
  features[name] = [place, ...others].slice(0, maxKept)
}
