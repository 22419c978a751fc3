import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/service-accounts',
    name: 'service-accounts',
    component: () => import('./ServiceAccountList.vue'),
    meta: { title: { en: 'Service accounts', fr: 'Comptes de service' }, permission: 'tenant:manage' },
  },
  {
    path: '/service-accounts/:id',
    name: 'service-accounts-one',
    component: () => import('./ServiceAccountPage.vue'),
    meta: { title: { en: 'Service account', fr: 'Compte de service' }, permission: 'tenant:manage' },
  },
]
