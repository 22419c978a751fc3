import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/golden-configurations',
    name: 'golden-configurations',
    component: () => import('./GoldenList.vue'),
    meta: {
      title: { en: 'Golden configurations', fr: 'Configurations de référence' },
      permission: 'config:read',
    },
  },
  {
    path: '/golden-configurations/:id',
    name: 'golden-configuration',
    component: () => import('./GoldenPage.vue'),
    meta: { title: { en: 'Golden configuration', fr: 'Configuration de référence' }, permission: 'config:read' },
  },
]
