import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/customers',
    name: 'customers',
    component: () => import('./TenantList.vue'),
    meta: {
      title: { en: 'Customers', fr: 'Clients' },
      permission: 'agent:manage',
      navigation: { group: 'administration', order: 30, icon: 'customer' },
    },
  },
  {
    path: '/customers/:id',
    name: 'customers-one',
    component: () => import('./TenantPage.vue'),
    meta: { title: { en: 'Customer', fr: 'Client' }, permission: 'agent:manage' },
  },
]
