import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/end-of-life',
    name: 'end-of-life',
    component: () => import('./EndOfLifeList.vue'),
    meta: {
      title: { en: 'Ends of life', fr: 'Fins de vie' },
      permission: 'device:read',
      navigation: { group: 'inventory', order: 6, icon: 'waiting' },
    },
  },
]
