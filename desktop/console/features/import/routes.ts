import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/import',
    name: 'import',
    component: () => import('./ImportPage.vue'),
    meta: {
      title: { en: 'Import and export', fr: 'Import et export' },
      permission: 'device:read',
      unlimited: true,
      navigation: { group: 'administration', order: 3, icon: 'import' },
    },
  },
]
