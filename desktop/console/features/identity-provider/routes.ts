import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/identity-provider',
    name: 'identity-provider',
    component: () => import('./ProviderPage.vue'),
    meta: {
      title: { en: 'Identity provider', fr: 'Fournisseur d’identité' },
      permission: 'tenant:manage',
      navigation: { group: 'administration', order: 43, icon: 'fingerprint' },
    },
  },
]
