import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/discovery',
    name: 'discovery',
    component: () => import('./FleetList.vue'),
    meta: {
      title: { en: 'Discovery', fr: 'Découverte' },
      permission: 'device:read',
      unlimited: true,
      navigation: { group: 'inventory', order: 4, icon: 'discovery' },
    },
  },
  {
    path: '/discovery/new',
    name: 'discovery-new',
    component: () => import('./FleetNew.vue'),
    meta: { title: { en: 'New fleet', fr: 'Nouvelle flotte' }, permission: 'device:write', unlimited: true },
  },
  {
    path: '/discovery/:id',
    name: 'discovery-one',
    component: () => import('./FleetPage.vue'),
    meta: { title: { en: 'Fleet', fr: 'Flotte' }, permission: 'device:read', unlimited: true },
  },
  {
    path: '/discovery/:id/edit',
    name: 'discovery-edit',
    component: () => import('./FleetEdit.vue'),
    meta: { title: { en: 'Edit fleet', fr: 'Modifier la flotte' }, permission: 'device:write', unlimited: true },
  },
]
