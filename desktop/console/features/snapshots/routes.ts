import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/snapshots',
    name: 'snapshots',
    component: () => import('./SnapshotPage.vue'),
    meta: {
      title: { en: 'Snapshots', fr: 'Instantanés' },
      permission: 'config:read',
      navigation: { group: 'backups', order: 40, icon: 'snapshot' },
    },
  },
]
