import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/divergence',
    name: 'divergence',
    component: () => import('./DivergencePage.vue'),
    meta: {
      title: { en: 'Divergence', fr: 'Divergence' },
      permission: 'config:read',
      navigation: { group: 'evidence', order: 20, icon: 'divergence' },
    },
  },
]
