import type { ConsoleRoute } from '../../feature.ts'

const permission = 'retention:write'

export const routes: ConsoleRoute[] = [
  {
    path: '/webhooks',
    name: 'webhooks',
    component: () => import('./WebhookList.vue'),
    meta: {
      title: { en: 'Webhooks', fr: 'Webhooks' },
      permission,
      navigation: { group: 'administration', order: 60, icon: 'webhook' },
    },
  },
  {
    path: '/webhooks/new',
    name: 'webhooks-new',
    component: () => import('./WebhookNew.vue'),
    meta: { title: { en: 'New webhook', fr: 'Nouveau webhook' }, permission },
  },
  {
    path: '/webhooks/:id',
    name: 'webhooks-one',
    component: () => import('./WebhookPage.vue'),
    meta: { title: { en: 'Webhook', fr: 'Webhook' }, permission },
  },
  {
    path: '/webhooks/:id/edit',
    name: 'webhooks-edit',
    component: () => import('./WebhookEdit.vue'),
    meta: { title: { en: 'Edit a webhook', fr: 'Modifier un webhook' }, permission },
  },
]
