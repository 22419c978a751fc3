import type { ConsoleRoute } from '../../feature.ts'

const permission = 'retention:write'

export const routes: ConsoleRoute[] = [
  {
    path: '/notification-channels',
    name: 'notification-channels',
    component: () => import('./ChannelList.vue'),
    meta: {
      title: { en: 'Notification channels', fr: 'Canaux de notification' },
      permission,
      navigation: { group: 'administration', order: 60, icon: 'webhook' },
    },
  },
  {
    path: '/notification-channels/new',
    name: 'notification-channels-new',
    component: () => import('./ChannelNew.vue'),
    meta: { title: { en: 'New notification channel', fr: 'Nouveau canal de notification' }, permission },
  },
  {
    path: '/notification-channels/:id',
    name: 'notification-channels-one',
    component: () => import('./ChannelPage.vue'),
    meta: { title: { en: 'Notification channel', fr: 'Canal de notification' }, permission },
  },
  {
    path: '/notification-channels/:id/edit',
    name: 'notification-channels-edit',
    component: () => import('./ChannelEdit.vue'),
    meta: { title: { en: 'Edit a notification channel', fr: 'Modifier un canal de notification' }, permission },
  },
]
