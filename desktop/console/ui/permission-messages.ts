import type { Permission } from '../client/session.ts'
import { defineMessages } from '../language/define-messages.ts'

/** Texts of permissions. */
export const permissionMessages = defineMessages('permission', {
  en: {
    'device:read': 'see devices',
    'config:read': 'read configurations',
    'report:read': 'read runs and reports',
    'config:download': 'save configurations as files',
    'backup:trigger': 'start backups',
    'device:write': 'change devices',
    'credential:write': 'change credentials and decide on fingerprints',
    'retention:write': 'change retention and other policies',
    'audit:read': 'read the audit',
    'agent:manage': 'manage agents',
    'tenant:manage': 'manage customers, users and settings',
    'purge:force': 'purge the storage and destroy keys',
    'config:restore': 'restore configurations to devices',
    'secret:read': 'read the secrets in configurations',
    'user:provision': 'manage users of the identity provider over SCIM',
  } satisfies Record<Permission, string>,
  fr: {
    'device:read': 'voir les équipements',
    'config:read': 'lire les configurations',
    'report:read': 'lire les exécutions et les rapports',
    'config:download': 'enregistrer des configurations en fichiers',
    'backup:trigger': 'lancer des sauvegardes',
    'device:write': 'modifier les équipements',
    'credential:write': 'modifier les identifiants et décider des empreintes',
    'retention:write': 'modifier la conservation et les autres politiques',
    'audit:read': 'lire l’audit',
    'agent:manage': 'gérer les agents',
    'tenant:manage': 'gérer les clients, les utilisateurs et les réglages',
    'purge:force': 'purger le stockage et détruire des clés',
    'config:restore': 'restaurer des configurations sur les équipements',
    'secret:read': 'lire les secrets des configurations',
    'user:provision': 'gérer les utilisateurs du fournisseur d’identité par SCIM',
  },
})
