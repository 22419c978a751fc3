import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/extra-commands',
    name: 'extra-commands',
    component: () => import('./ExtraCommandList.vue'),
    meta: {
      title: { en: 'Extra commands', fr: 'Commandes supplémentaires' },
      permission: 'device:read',
      navigation: { group: 'inventory', order: 5, icon: 'file' },
    },
  },
]
