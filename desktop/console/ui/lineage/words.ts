import { defineWords } from '../../language/words.ts'

/** Texts of actions on versions: review and pin. */
export const words = defineWords('lineage', {
  en: {
    review: {
      title: 'Review changes | Review this change | Review {n} changes',
      hint: 'Says that you have looked. Who, when, note and ticket stay with the version and are in the audit; the daily report no longer has it as an exception.',
      replaces:
        'none | One of them was reviewed before: its note and ticket are replaced. | {n} of them were reviewed before: their notes and tickets are replaced.',
      note: 'Note',
      noteHint: 'Kept encrypted, for it may quote the configuration.',
      ticket: 'Ticket',
      save: 'Mark as reviewed',
      cancel: 'Cancel',
      withdraw: 'Take the review back',
      done: 'Nothing was marked | Marked as reviewed | {n} changes are marked as reviewed',
      withdrawn: 'The review was taken back',
    },
    pin: {
      done: 'Pinned: the lineage is held against this version',
      undone: 'Nothing is pinned any more',
    },
  },
  fr: {
    review: {
      title: 'Relire des changements | Relire ce changement | Relire {n} changements',
      hint: 'Dit que vous avez regardé. Qui, quand, note et ticket restent avec la version et sont dans l’audit ; le rapport quotidien ne la compte plus comme exception.',
      replaces:
        'aucun | L’un d’eux était déjà relu : sa note et son ticket sont remplacés. | {n} d’entre eux étaient déjà relus : leurs notes et tickets sont remplacés.',
      note: 'Note',
      noteHint: 'Conservée chiffrée, car elle peut citer la configuration.',
      ticket: 'Ticket',
      save: 'Marquer comme relu',
      cancel: 'Annuler',
      withdraw: 'Retirer la relecture',
      done: 'Rien n’a été marqué | Marqué comme relu | {n} changements sont marqués comme relus',
      withdrawn: 'La relecture a été retirée',
    },
    pin: {
      done: 'Épinglée : la lignée est comparée à cette version',
      undone: 'Plus rien n’est épinglé',
    },
  },
})
