import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/',
    name: 'overview',
    component: () => import('./OverviewPage.vue'),
    meta: {
      title: { en: 'Overview', fr: 'Vue d’ensemble' },
      permission: 'report:read',
      navigation: { group: 'morning', order: 1, icon: 'overview' },
    },
  },
]
