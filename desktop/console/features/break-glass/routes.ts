import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/break-glass',
    name: 'break-glass-copies',
    component: () => import('./BreakGlassList.vue'),
    meta: {
      title: { en: 'Break-glass copies', fr: 'Copies d’urgence' },
      permission: 'audit:read',
      navigation: { group: 'administration', order: 55, icon: 'key' },
    },
  },
]
