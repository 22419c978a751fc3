import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/devices',
    name: 'devices',
    component: () => import('./DeviceList.vue'),
    meta: {
      title: { en: 'Devices', fr: 'Équipements' },
      permission: 'device:read',
      navigation: { group: 'inventory', order: 1, icon: 'device' },
    },
  },
]
