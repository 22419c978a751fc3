import { defineMessages } from '../language/define-messages.ts'

/** Names and descriptions of roles. */
export const roleMessages = defineMessages('role', {
  en: {
    name: {
      tenant_auditor: 'auditor',
      tenant_readonly: 'reader',
      tenant_operator: 'operator',
      tenant_admin: 'administrator',
      tenant_custom: 'custom role',
      platform_auditor: 'platform auditor',
      platform_operator: 'platform operator',
      platform_admin: 'platform administrator',
      platform_custom: 'custom role of the platform',
    },
    about: {
      tenant_auditor: 'Reads the audit log and the reports of one customer. Reads no configuration.',
      tenant_readonly: 'Reads devices, configurations and reports of one customer. Changes nothing.',
      tenant_operator: 'Reads, downloads configurations and starts backups, for one customer.',
      tenant_admin: 'Manages one customer: devices, credentials, retention, restores, notification channels, audit.',
      tenant_custom: 'A role of one customer that an administrator defined.',
      platform_auditor: 'Reads the audit log and the reports of all customers. Reads no configuration.',
      platform_operator:
        'Same as a customer administrator, for all customers, and manages agents. Cannot restore or manage customers and users.',
      platform_admin: 'Can do everything for all customers, including users, customers, settings, purges and keys.',
      platform_custom: 'A role of the platform that an administrator defined.',
    },
  },
  fr: {
    name: {
      tenant_auditor: 'audit',
      tenant_readonly: 'lecture',
      tenant_operator: 'exploitation',
      tenant_admin: 'administration',
      tenant_custom: 'rôle personnalisé',
      platform_auditor: 'audit de la plateforme',
      platform_operator: 'exploitation de la plateforme',
      platform_admin: 'administration de la plateforme',
      platform_custom: 'rôle personnalisé de la plateforme',
    },
    about: {
      tenant_auditor: 'Lit l’audit et les rapports d’un client. Ne lit aucune configuration.',
      tenant_readonly: 'Lit les équipements, configurations et rapports d’un client. Ne change rien.',
      tenant_operator: 'Lit, télécharge les configurations et lance des sauvegardes, pour un client.',
      tenant_admin:
        'Gère un client : équipements, identifiants, conservation, restaurations, canaux de notification, audit.',
      tenant_custom: 'Un rôle d’un client, défini par un administrateur.',
      platform_auditor: 'Lit l’audit et les rapports de tous les clients. Ne lit aucune configuration.',
      platform_operator:
        'Comme un administrateur de client, pour tous les clients, et gère les agents. Ne peut ni restaurer ni gérer clients et utilisateurs.',
      platform_admin:
        'Peut tout faire pour tous les clients, y compris utilisateurs, clients, réglages, purges et clés.',
      platform_custom: 'Un rôle de la plateforme, défini par un administrateur.',
    },
  },
})
