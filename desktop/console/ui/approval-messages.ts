import { defineMessages } from '../language/define-messages.ts'

/** Names of the actions that another person must approve, and the question for the reason. */
export const approvalMessages = defineMessages('approval', {
  en: {
    action: {
      restore: 'Restore',
      key_destruction: 'Destruction of keys',
      customer_deletion: 'Deletion of a customer',
      purge: 'Purge',
      retention_cut: 'Shorter retention',
      platform_activation: 'Activation of a platform document',
      security_settings: 'Change of security settings',
    },
    ask: {
      title: 'Another person must approve this',
      hint: '{action}: your request is stored, and another person with the same permission decides on it. Nothing changes until you repeat the approved action.',
      reason: 'Reason',
      submit: 'Request approval',
    },
  },
  fr: {
    action: {
      restore: 'Restauration',
      key_destruction: 'Destruction des clés',
      customer_deletion: 'Suppression d’un client',
      purge: 'Purge',
      retention_cut: 'Rétention plus courte',
      platform_activation: 'Activation d’un document de plateforme',
      security_settings: 'Modification des réglages de sécurité',
    },
    ask: {
      title: 'Une autre personne doit approuver cette action',
      hint: '{action} : votre demande est enregistrée et une autre personne disposant de la même permission statue sur celle-ci. Rien ne change tant que vous n’avez pas répété l’action approuvée.',
      reason: 'Motif',
      submit: 'Demander l’approbation',
    },
  },
})
