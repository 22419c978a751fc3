import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/time-machine',
    name: 'time-machine',
    component: () => import('./TimeMachine.vue'),
    meta: {
      title: { en: 'Time machine', fr: 'Machine à remonter le temps' },
      permission: 'config:read',
      navigation: { group: 'evidence', order: 25, icon: 'clock' },
    },
  },
]
