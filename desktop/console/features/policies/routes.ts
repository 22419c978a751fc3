import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/policies',
    name: 'policies',
    component: () => import('./PoliciesPage.vue'),
    meta: {
      title: { en: 'Policies', fr: 'Politiques' },
      permission: 'report:read',
      navigation: { group: 'administration', order: 1, icon: 'policy' },
    },
  },
]
