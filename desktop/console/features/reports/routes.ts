import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/reports',
    name: 'reports',
    component: () => import('./ReportPage.vue'),
    meta: {
      title: { en: 'Reports', fr: 'Rapports' },
      permission: 'report:read',
      navigation: { group: 'evidence', order: 10, icon: 'report' },
    },
  },
]
