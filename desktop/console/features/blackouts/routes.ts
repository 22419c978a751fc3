import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/blackouts',
    name: 'blackouts',
    component: () => import('./BlackoutsPage.vue'),
    meta: {
      title: { en: 'Blackouts', fr: 'Interdictions' },
      permission: 'report:read',
      navigation: { group: 'administration', order: 2, icon: 'paused' },
    },
  },
]
