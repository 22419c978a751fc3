import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/account',
    name: 'account',
    component: () => import('./AccountPage.vue'),
    meta: { title: { en: 'Your account', fr: 'Votre compte' } },
  },
]
