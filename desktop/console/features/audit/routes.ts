import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/audit',
    name: 'audit',
    component: () => import('./AuditPage.vue'),
    meta: {
      title: { en: 'Audit', fr: 'Audit' },
      permission: 'audit:read',
      navigation: { group: 'evidence', order: 30, icon: 'audit' },
    },
  },
]
