import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/changes',
    name: 'changes',
    component: () => import('./ChangeInbox.vue'),
    meta: {
      title: { en: 'Changes', fr: 'Changements' },
      permission: 'config:read',
      navigation: { group: 'morning', order: 20, icon: 'change' },
    },
  },
  {
    path: '/changes/equal',
    name: 'changes-equal',
    component: () => import('./ChangeGroups.vue'),
    meta: { title: { en: 'Equal changes', fr: 'Changements identiques' }, permission: 'config:read' },
  },
  {
    path: '/changes/drift',
    name: 'changes-drift',
    component: () => import('./DriftPage.vue'),
    meta: { title: { en: 'Drift', fr: 'Écarts' }, permission: 'config:read' },
  },
  {
    path: '/changes/pairs',
    name: 'device-pairs',
    component: () => import('./PairPage.vue'),
    meta: { title: { en: 'Device pairs', fr: 'Paires d’équipements' }, permission: 'device:read' },
  },
]
