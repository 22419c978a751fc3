import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/credentials',
    name: 'credentials',
    component: () => import('./CredentialList.vue'),
    meta: {
      title: { en: 'Credentials', fr: 'Identifiants' },
      permission: 'device:read',
      navigation: { group: 'inventory', order: 3, icon: 'key' },
    },
  },
  {
    path: '/credentials/new',
    name: 'credentials-new',
    component: () => import('./CredentialNew.vue'),
    meta: { title: { en: 'Add a credential', fr: 'Ajouter des identifiants' }, permission: 'credential:write' },
  },
  {
    path: '/credentials/:id',
    name: 'credentials-one',
    component: () => import('./CredentialPage.vue'),
    meta: { title: { en: 'Credential', fr: 'Identifiants' }, permission: 'device:read' },
  },
  {
    path: '/credentials/:id/edit',
    name: 'credentials-edit',
    component: () => import('./CredentialEdit.vue'),
    meta: { title: { en: 'Change a credential', fr: 'Modifier des identifiants' }, permission: 'credential:write' },
  },
]
