import { defineMessages } from '../../language/define-messages.ts'

/** Texts of actions on versions: review, pin, and who has read them. */
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
    readings: {
      open: 'Readings of {key}',
      title: 'Who has read {key} of {device}',
      when: 'When',
      who: 'Who',
      what: 'Action',
      version: 'Version',
      from: 'From',
      openVersion: 'Open',
      none: 'No user has read, compared, downloaded or restored it.',
      searches: 'Searches show single lines of many configurations. The audit log lists them separately.',
      all: 'All readings of {device} in the audit log',
      outcome: { refused: 'refused', failed: 'failed' },
      action: {
        config: { read: 'read', download: 'downloaded', diff: 'compared' },
        snapshot: { browse: 'browsed a folder', file: 'read a file', diff: 'compared snapshots' },
        restore: { request: 'requested a restore' },
      },
    },
    restoreCheck: {
      restorable: 'restore check passed',
      incomplete: 'restore check: incomplete',
      damaged: 'restore check: damaged',
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
    readings: {
      open: 'Lectures de {key}',
      title: 'Qui a lu {key} de {device}',
      when: 'Quand',
      who: 'Qui',
      what: 'Action',
      version: 'Version',
      from: 'Depuis',
      openVersion: 'Ouvrir',
      none: 'Aucun utilisateur ne l’a lue, comparée, téléchargée ou restaurée.',
      searches: 'Les recherches montrent des lignes de nombreuses configurations. L’audit les liste séparément.',
      all: 'Toutes les lectures de {device} dans l’audit',
      outcome: { refused: 'refusé', failed: 'échec' },
      action: {
        config: { read: 'lecture', download: 'téléchargement', diff: 'comparaison' },
        snapshot: { browse: 'parcours d’un dossier', file: 'lecture d’un fichier', diff: 'comparaison d’instantanés' },
        restore: { request: 'demande de restauration' },
      },
    },
    restoreCheck: {
      restorable: 'contrôle de restauration réussi',
      incomplete: 'contrôle de restauration : incomplète',
      damaged: 'contrôle de restauration : endommagée',
    },
    pin: {
      done: 'Épinglée. Les nouvelles versions seront comparées à celle-ci.',
      undone: 'Version désépinglée',
    },
  },
})
