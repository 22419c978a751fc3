import { approvalActionNames } from '../../../shared/events/approval-action-names.ts'
import { defineMessages } from '../language/define-messages.ts'

/** Names of the actions that another person must approve, and the question for the reason. */
export const approvalMessages = defineMessages('approval', {
  en: {
    action: approvalActionNames.en,
    ask: {
      title: 'Another person must approve this',
      hint: '{action}: your request is stored, and another person with the same permission decides on it. Nothing changes until you repeat the approved action.',
      reason: 'Reason',
      submit: 'Request approval',
    },
  },
  fr: {
    action: approvalActionNames.fr,
    ask: {
      title: 'Une autre personne doit approuver cette action',
      hint: '{action} : votre demande est enregistrée et une autre personne disposant de la même permission statue sur celle-ci. Rien ne change tant que vous n’avez pas répété l’action approuvée.',
      reason: 'Motif',
      submit: 'Demander l’approbation',
    },
  },
})
