import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/search',
    name: 'search',
    component: () => import('./SearchPage.vue'),
    meta: {
      title: { en: 'Search', fr: 'Recherche' },
      permission: 'config:read',
      navigation: { group: 'evidence', order: 5, icon: 'search' },
    },
  },
]
