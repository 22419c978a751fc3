import { desktop } from '../../client/desktop.ts'
import type { ConsoleRoute } from '../../feature.ts'

/** Pages of the desktop; empty in a browser. */
export const routes: ConsoleRoute[] = desktop
  ? [
      {
        path: '/desktop/connections',
        name: 'connections',
        component: () => import('./ConnectionList.vue'),
        meta: {
          title: { en: 'Connections', fr: 'Connexions' },
          navigation: { group: 'computer', order: 1, icon: 'link' },
        },
      },
      {
        path: '/desktop/service',
        name: 'bundled-service',
        component: () => import('./ServicePage.vue'),
        meta: {
          title: { en: 'Bundled service', fr: 'Service intégré' },
          navigation: { group: 'computer', order: 2, icon: 'storage' },
        },
      },
      {
        path: '/desktop/break-glass',
        name: 'break-glass',
        component: () => import('./BreakGlassPage.vue'),
        meta: {
          title: { en: 'Break-glass copies', fr: 'Copies d’urgence' },
          navigation: { group: 'computer', order: 5, icon: 'key' },
        },
      },
      {
        path: '/desktop/downloads',
        name: 'downloads',
        component: () => import('./DownloadList.vue'),
        meta: {
          title: { en: 'Downloads', fr: 'Téléchargements' },
          navigation: { group: 'computer', order: 3, icon: 'download' },
        },
      },
      {
        path: '/desktop/preferences',
        name: 'computer-preferences',
        component: () => import('./DesktopPreferences.vue'),
        meta: {
          title: { en: 'Preferences', fr: 'Préférences' },
          navigation: { group: 'computer', order: 4, icon: 'screen' },
        },
      },
    ]
  : []
