import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/restore',
    name: 'restore',
    component: () => import('./RestorePage.vue'),
    meta: {
      title: { en: 'Restores', fr: 'Restaurations' },
      permission: 'report:read',
      navigation: { group: 'backups', order: 20, icon: 'restore' },
    },
  },
  {
    path: '/restore/:id',
    name: 'restore-one',
    component: () => import('./RestoreOne.vue'),
    meta: { title: { en: 'Restore', fr: 'Restauration' }, permission: 'report:read' },
  },
]
