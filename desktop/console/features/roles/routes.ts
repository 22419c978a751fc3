import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/roles',
    name: 'roles',
    component: () => import('./RoleList.vue'),
    meta: {
      title: { en: 'Roles', fr: 'Rôles' },
      permission: 'tenant:manage',
      navigation: { group: 'administration', order: 42, icon: 'policy' },
    },
  },
]
