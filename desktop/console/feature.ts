import type { RouteRecordRaw } from 'vue-router'
import type { Permission } from './client/session.ts'
import type { Text } from './language/define-messages.ts'
import type { IconName } from './ui/icons.ts'

/** Navigation groups, from top to bottom. */
export const groups = ['morning', 'inventory', 'backups', 'evidence', 'administration', 'computer'] as const
export type Group = (typeof groups)[number]

export interface NavigationPosition {
  group: Group
  /** Position within the group, ascending. */
  order: number
  icon: IconName
}

/**
 * A page of a feature. Each `features/<feature>/routes.ts` exports `routes`, which the console collects. `component` is
 * `() => import('./SomePage.vue')`, so that a feature is loaded on demand.
 */
export type ConsoleRoute = RouteRecordRaw & {
  name: string
  meta: {
    title: Text
    /** Permission for the page, its navigation entry and its command palette entry; absent: none needed. */
    permission?: Permission
    /** The service rejects the requests of the page from roles that are limited to sites or tags. */
    unlimited?: true
    /** Absent: the page is reached from another one. */
    navigation?: NavigationPosition
  }
}

declare module 'vue-router' {
  interface RouteMeta {
    title?: Text
    permission?: Permission
    unlimited?: true
    navigation?: NavigationPosition
  }
}
