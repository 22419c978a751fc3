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
    path: '/storage/maintenance',
    alias: '/storage/duties', // its former address
    name: 'storage-maintenance',
    component: () => import('./MaintenanceRunList.vue'),
    meta: { title: { en: 'Maintenance tasks', fr: 'Tâches de maintenance' }, permission: 'report:read' },
  },
  {
    path: '/storage/damaged',
    name: 'storage-damaged',
    component: () => import('./DamagedList.vue'),
    meta: { title: { en: 'Damaged versions', fr: 'Versions endommagées' }, permission: 'audit:read' },
  },
]
