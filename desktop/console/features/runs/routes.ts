import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/runs',
    name: 'runs',
    component: () => import('./RunList.vue'),
    meta: {
      title: { en: 'Runs', fr: 'Exécutions' },
      permission: 'report:read',
      navigation: { group: 'backups', order: 1, icon: 'run' },
    },
  },
  {
    path: '/runs/night',
    name: 'runs-night',
    component: () => import('./NightPage.vue'),
    meta: { title: { en: 'Night', fr: 'Nuit' }, permission: 'report:read' },
  },
  {
    path: '/runs/:id',
    name: 'runs-one',
    component: () => import('./RunPage.vue'),
    meta: { title: { en: 'Run', fr: 'Exécution' }, permission: 'report:read' },
  },
]
