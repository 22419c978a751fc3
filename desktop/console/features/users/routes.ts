import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/users',
    name: 'users',
    component: () => import('./UserList.vue'),
    meta: {
      title: { en: 'Users', fr: 'Utilisateurs' },
      permission: 'tenant:manage',
      navigation: { group: 'administration', order: 40, icon: 'users' },
    },
  },
  {
    path: '/users/:id',
    name: 'users-one',
    component: () => import('./UserPage.vue'),
    meta: { title: { en: 'User', fr: 'Utilisateur' }, permission: 'tenant:manage' },
  },
]
