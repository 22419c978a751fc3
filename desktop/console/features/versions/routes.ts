import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/devices/:id/last-known-good',
    name: 'versions-good',
    component: () => import('./LastKnownGood.vue'),
    meta: { title: { en: 'Last known good', fr: 'Dernière version saine' }, permission: 'config:read' },
  },
  {
    path: '/versions/:id',
    name: 'versions-one',
    component: () => import('./VersionRedirect.vue'),
    meta: { title: { en: 'Version', fr: 'Version' }, permission: 'config:read' },
  },
  {
    path: '/versions/:id/text',
    name: 'versions-text',
    component: () => import('./VersionText.vue'),
    meta: { title: { en: 'Text', fr: 'Texte' }, permission: 'config:read' },
  },
]
