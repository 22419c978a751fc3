import type { RouteRecordRaw } from 'vue-router'
import type { Permission } from './client/session.ts'
import type { Text } from './language/words.ts'
import type { IconName } from './ui/icons.ts'

/** Where a page stands in the navigation, from top to bottom. */
export const groups = ['morning', 'inventory', 'backups', 'evidence', 'administration', 'computer'] as const
export type Group = (typeof groups)[number]

export interface NavigationPlace {
  group: Group
  /** Within its group, the smallest first. */
  order: number
  icon: IconName
}

/**
 * A page of a feature. Each `features/<feature>/routes.ts` exports `routes`; the console finds them by itself. `component` is
 * `() => import('./SomePage.vue')`, so that a feature is loaded when somebody goes there.
 */
export type ConsoleRoute = RouteRecordRaw & {
  name: string
  meta: {
    title: Text
    /** What a role needs to be shown the page, its place in the navigation and in the palette; absent: nothing. */
    permission?: Permission
    /** Absent: the page is reached from another one. */
    navigation?: NavigationPlace
  }
}

declare module 'vue-router' {
  interface RouteMeta {
    title?: Text
    permission?: Permission
    navigation?: NavigationPlace
  }
}
