import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/platforms',
    name: 'platforms',
    component: () => import('./PlatformList.vue'),
    meta: {
      title: { en: 'Platforms', fr: 'Plateformes' },
      permission: 'device:read',
      navigation: { group: 'inventory', order: 4, icon: 'keyboard' },
    },
  },
  {
    path: '/platforms/new',
    name: 'platforms-new',
    component: () => import('./PlatformNew.vue'),
    meta: { title: { en: 'Add a platform', fr: 'Ajouter une plateforme' }, permission: 'device:write' },
  },
  {
    path: '/platforms/:id',
    name: 'platforms-one',
    component: () => import('./PlatformPage.vue'),
    meta: { title: { en: 'Platform', fr: 'Plateforme' }, permission: 'device:read' },
  },
  {
    path: '/platforms/:id/edit',
    name: 'platforms-edit',
    component: () => import('./PlatformEdit.vue'),
    meta: { title: { en: 'Change a platform', fr: 'Modifier une plateforme' }, permission: 'device:write' },
  },
]
