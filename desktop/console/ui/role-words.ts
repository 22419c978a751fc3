import { defineWords } from '../language/words.ts'

/** Names and descriptions of roles. */
export const roleWords = defineWords('role', {
  en: {
    name: {
      tenant_readonly: 'reader',
      tenant_operator: 'operator',
      tenant_admin: 'administrator',
      platform_operator: 'platform operator',
      platform_admin: 'platform administrator',
    },
    about: {
      tenant_readonly: 'Reads devices, configurations and reports of one customer. Changes nothing.',
      tenant_operator: 'Reads, downloads configurations and starts backups, for one customer.',
      tenant_admin: 'Does all the work of one customer: devices, credentials, retention, restores, webhooks, audit.',
      platform_operator:
        'Does that work for every customer and looks after agents. Does not restore, and manages no customers or people.',
      platform_admin: 'May do everything for every customer: people, customers, settings, purges, keys.',
    },
  },
  fr: {
    name: {
      tenant_readonly: 'lecture',
      tenant_operator: 'exploitation',
      tenant_admin: 'administration',
      platform_operator: 'exploitation de la plateforme',
      platform_admin: 'administration de la plateforme',
    },
    about: {
      tenant_readonly: 'Lit les équipements, configurations et rapports d’un client. Ne change rien.',
      tenant_operator: 'Lit, télécharge les configurations et lance des sauvegardes, pour un client.',
      tenant_admin:
        'Fait tout le travail d’un client : équipements, identifiants, conservation, restaurations, webhooks, audit.',
      platform_operator:
        'Fait ce travail pour tous les clients et s’occupe des agents. Ne restaure pas, ne gère ni clients ni personnes.',
      platform_admin: 'Peut tout faire pour tous les clients : personnes, clients, réglages, purges, clés.',
    },
  },
})
