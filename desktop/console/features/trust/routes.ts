import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/trust',
    name: 'trust',
    component: () => import('./TrustPage.vue'),
    meta: {
      title: { en: 'Trust', fr: 'Confiance' },
      permission: 'device:read',
      navigation: { group: 'morning', order: 3, icon: 'fingerprint' },
    },
  },
]
