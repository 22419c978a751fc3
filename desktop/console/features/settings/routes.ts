import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/settings',
    name: 'settings',
    component: () => import('./SettingsPage.vue'),
    meta: {
      title: { en: 'Settings', fr: 'Réglages' },
      permission: 'tenant:manage',
      navigation: { group: 'administration', order: 20, icon: 'settings' },
    },
  },
  {
    path: '/status',
    name: 'status',
    component: () => import('./StatusPage.vue'),
    meta: {
      title: { en: 'Service status', fr: 'État du service' },
      permission: 'report:read',
      navigation: { group: 'administration', order: 21, icon: 'live' },
    },
  },
]
