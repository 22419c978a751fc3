import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/tokens',
    name: 'tokens',
    component: () => import('./TokenList.vue'),
    meta: {
      title: { en: 'API tokens', fr: 'Jetons d’API' },
      navigation: { group: 'administration', order: 50, icon: 'token' },
    },
  },
  {
    path: '/tokens/all',
    name: 'tokens-all',
    component: () => import('./TokenList.vue'),
    meta: { title: { en: 'API tokens of everybody', fr: 'Jetons d’API de tous' }, permission: 'credential:write' },
  },
]
