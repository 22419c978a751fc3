import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/login-code',
    name: 'login-code',
    component: () => import('./LoginCodePage.vue'),
    meta: { title: { en: 'Confirm a login', fr: 'Confirmer une connexion' } },
  },
]
