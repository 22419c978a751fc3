import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/devices/:id',
    name: 'devices-one',
    component: () => import('./DevicePage.vue'),
    meta: { title: { en: 'Device', fr: 'Équipement' }, permission: 'device:read' },
  },
  {
    path: '/devices/new',
    name: 'devices-new',
    component: () => import('./DeviceNew.vue'),
    meta: { title: { en: 'Add a device', fr: 'Ajouter un équipement' }, permission: 'device:write', unlimited: true },
  },
  {
    path: '/devices/:id/edit',
    name: 'devices-edit',
    component: () => import('./DeviceEdit.vue'),
    meta: { title: { en: 'Change a device', fr: 'Modifier un équipement' }, permission: 'device:write' },
  },
]
