import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/approvals',
    name: 'approvals',
    component: () => import('./ApprovalList.vue'),
    meta: {
      title: { en: 'Approvals', fr: 'Approbations' },
      navigation: { group: 'administration', order: 54, icon: 'users' },
    },
  },
]
