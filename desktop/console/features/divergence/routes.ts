import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/divergence',
    name: 'divergence',
    component: () => import('./DivergencePage.vue'),
    meta: {
      title: { en: 'Largest changes', fr: 'Plus grands changements' },
      permission: 'config:read',
      navigation: { group: 'evidence', order: 20, icon: 'divergence' },
    },
  },
]
