import type { IconName } from '../ui/icons.ts'

/** A page that the palette opened. */
export interface RecentPage {
  path: string
  label: string
  icon: IconName
}

const name = 'palette.recent'
const maxKept = 5

/** Returns the pages that the user opened last from the palette, the latest first. */
export function recentPages(features: Record<string, unknown>): RecentPage[] {
  const kept = features[name]
  return Array.isArray(kept) ? (kept as RecentPage[]) : []
}

/** Adds a page to `features`, the preferences of the user. */
export function rememberPage(features: Record<string, unknown>, page: RecentPage): void {
  const others = recentPages(features).filter(({ path }) => path !== page.path)
  features[name] = [page, ...others].slice(0, maxKept)
}
