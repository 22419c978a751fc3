import type { ConsoleRoute } from '../../feature.ts'

export const routes: ConsoleRoute[] = [
  {
    path: '/agents',
    name: 'agents',
    component: () => import('./AgentList.vue'),
    meta: {
      title: { en: 'Agents', fr: 'Agents' },
      permission: 'device:read',
      navigation: { group: 'inventory', order: 2, icon: 'agent' },
    },
  },
  {
    path: '/agents/new',
    name: 'agents-new',
    component: () => import('./AgentNew.vue'),
    meta: { title: { en: 'Add an agent', fr: 'Ajouter un agent' }, permission: 'agent:manage' },
  },
  {
    path: '/agents/:id',
    name: 'agents-one',
    component: () => import('./AgentPage.vue'),
    meta: { title: { en: 'Agent', fr: 'Agent' }, permission: 'device:read' },
  },
  {
    path: '/agents/:id/secrets',
    name: 'agents-secrets',
    component: () => import('./AgentSecrets.vue'),
    meta: { title: { en: 'Credentials held', fr: 'Identifiants détenus' }, permission: 'agent:manage' },
  },
  {
    path: '/agents/:id/enrol',
    name: 'agents-enrol',
    component: () => import('./AgentEnrol.vue'),
    meta: { title: { en: 'Enrol an agent', fr: 'Inscrire un agent' }, permission: 'agent:manage' },
  },
]
