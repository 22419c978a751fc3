import { defineMessages } from '../../language/define-messages.ts'

/** Texts of actions on versions: review and pin. */
export const messages = defineMessages('lineage', {
  en: {
    review: {
      title: 'Review changes | Review this change | Review {n} changes',
      hint: 'Records that you have seen the change. Your name, the time, note and ticket stay with the version and in the audit log. The daily report no longer lists it.',
      replaces:
        'none | One was already reviewed: its note and ticket will be replaced. | {n} were already reviewed: their notes and tickets will be replaced.',
      note: 'Note',
      noteHint: 'Stored encrypted, because it may quote the configuration.',
      ticket: 'Ticket',
      save: 'Mark as reviewed',
      cancel: 'Cancel',
      withdraw: 'Withdraw review',
      done: 'Nothing marked | Marked as reviewed | {n} changes marked as reviewed',
      withdrawn: 'Review withdrawn',
    },
    pin: {
      done: 'Pinned. New versions are compared with this one.',
      undone: 'Unpinned',
    },
  },
  fr: {
    review: {
      title: 'Relire des changements | Relire ce changement | Relire {n} changements',
      hint: 'Indique que vous avez vu le changement. Votre nom, l’heure, la note et le ticket restent avec la version et dans l’audit. Le rapport quotidien ne le signale plus.',
      replaces:
        'aucun | L’un d’eux était déjà relu : sa note et son ticket seront remplacés. | {n} étaient déjà relus : leurs notes et tickets seront remplacés.',
      note: 'Note',
      noteHint: 'Conservée chiffrée, car elle peut citer la configuration.',
      ticket: 'Ticket',
      save: 'Marquer comme relu',
      cancel: 'Annuler',
      withdraw: 'Retirer la relecture',
      done: 'Rien n’a été marqué | Marqué comme relu | {n} changements marqués comme relus',
      withdrawn: 'Relecture retirée',
    },
    pin: {
      done: 'Épinglée. Les nouvelles versions seront comparées à celle-ci.',
      undone: 'Version désépinglée',
    },
  },
})
