import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/events',
    name: 'events',
    component: () => import('./EventList.vue'),
    meta: {
      title: { en: 'Events', fr: 'Événements' },
      permission: 'device:read',
      navigation: { group: 'evidence', order: 29, icon: 'live' },
    },
  },
]
