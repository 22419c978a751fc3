import type { components } from '../contract/api-types.ts'
import type { Locale } from '../messages/create-renderer.ts'

/** Names of the actions that another person must approve. Apart from the texts of events, which the console loads later. */
export const approvalActionNames: Record<Locale, Record<components['schemas']['ApprovalAction'], string>> = {
  en: {
    restore: 'Restore',
    key_destruction: 'Destruction of keys',
    customer_deletion: 'Deletion of a customer',
    purge: 'Purge',
    retention_cut: 'Shorter retention',
    platform_activation: 'Activation of a platform document',
    security_settings: 'Change of security settings',
  },
  fr: {
    restore: 'Restauration',
    key_destruction: 'Destruction des clés',
    customer_deletion: 'Suppression d’un client',
    purge: 'Purge',
    retention_cut: 'Conservation plus courte',
    platform_activation: 'Activation d’un document de plateforme',
    security_settings: 'Modification des réglages de sécurité',
  },
}
