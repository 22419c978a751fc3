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
  {
    path: '/events/:id',
    name: 'events-one',
    component: () => import('./EventPage.vue'),
    meta: { title: { en: 'Event', fr: 'Événement' }, permission: 'device:read' },
  },
]
