import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/storage',
    name: 'storage',
    component: () => import('./StoragePage.vue'),
    meta: {
      title: { en: 'Storage', fr: 'Stockage' },
      permission: 'report:read',
      navigation: { group: 'backups', order: 9, icon: 'storage' },
    },
  },
  {
    path: '/storage/duties',
    name: 'storage-duties',
    component: () => import('./DutyList.vue'),
    meta: { title: { en: 'Nightly duties', fr: 'Tâches de nuit' }, permission: 'report:read' },
  },
  {
    path: '/storage/damaged',
    name: 'storage-damaged',
    component: () => import('./DamagedList.vue'),
    meta: { title: { en: 'Damaged versions', fr: 'Versions endommagées' }, permission: 'audit:read' },
  },
]
