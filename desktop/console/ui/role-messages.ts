import { defineMessages } from '../language/define-messages.ts'

/** Names and descriptions of roles. */
export const roleMessages = defineMessages('role', {
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
      tenant_admin: 'Manages one customer: devices, credentials, retention, restores, webhooks, audit.',
      platform_operator:
        'Same as a customer administrator, for all customers, and manages agents. Cannot restore or manage customers and users.',
      platform_admin: 'Can do everything for all customers, including users, customers, settings, purges and keys.',
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
      tenant_admin: 'Gère un client : équipements, identifiants, conservation, restaurations, webhooks, audit.',
      platform_operator:
        'Comme un administrateur de client, pour tous les clients, et gère les agents. Ne peut ni restaurer ni gérer clients et utilisateurs.',
      platform_admin:
        'Peut tout faire pour tous les clients, y compris utilisateurs, clients, réglages, purges et clés.',
    },
  },
})
