import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/compare',
    name: 'compare',
    component: () => import('./ComparePage.vue'),
    meta: {
      title: { en: 'Compare', fr: 'Comparer' },
      permission: 'config:read',
      navigation: { group: 'backups', order: 30, icon: 'compare' },
    },
  },
  {
    path: '/compare/devices',
    name: 'compare-devices',
    component: () => import('./CompareDevices.vue'),
    meta: { title: { en: 'Compare two devices', fr: 'Comparer deux équipements' }, permission: 'config:read' },
  },
  {
    path: '/compare/pairs/:id',
    name: 'compare-pair',
    component: () => import('./ComparePair.vue'),
    meta: { title: { en: 'Compare a pair', fr: 'Comparer une paire' }, permission: 'config:read' },
  },
]
