import { defineMessages } from '../../language/define-messages.ts'

export const messages = defineMessages('versions', {
  en: {
    title: '{key} of {device}',
    at: 'Line {n}',
    back: 'Back to search results',
    compare: 'Compare',
    normalised: 'Normalised',
    raw: 'Raw',
    which: 'Text',
    hint: 'Normalised text is used to compare and search. Volatile values are replaced.',
    download: 'Download',
    downloadHint: 'This text is too long to display. Download it instead.',
    secret: 'This is a secret and is not shown.',
    transport: 'over {transport}',
    good: {
      title: 'Last known good',
      why: 'Reviewed or found unchanged, complete and plausible.',
      unsure: 'Not known to be good',
      open: 'Open the last known good version',
      restore: 'Restore',
      none: 'No last known good version of {device}',
      noBackups:
        'No backups yet. The last known good version appears here once a version is reviewed or found unchanged.',
    },
  },
  fr: {
    title: '{key} de {device}',
    at: 'Ligne {n}',
    back: 'Retour aux résultats',
    compare: 'Comparer',
    normalised: 'Normalisé',
    raw: 'Brut',
    which: 'Texte',
    hint: 'Le texte normalisé sert à comparer et à rechercher. Les valeurs volatiles y sont remplacées.',
    download: 'Télécharger',
    downloadHint: 'Ce texte est trop long pour être affiché ici. Téléchargez-le.',
    secret: 'Ceci est un secret et n’est pas affiché.',
    transport: 'par {transport}',
    good: {
      title: 'Dernière version saine',
      why: 'Relue ou retrouvée inchangée, complète et plausible.',
      unsure: 'Pas reconnue comme saine',
      open: 'Ouvrir la dernière version saine',
      restore: 'Restaurer',
      none: 'Aucune version saine de {device}',
      noBackups:
        'Aucune sauvegarde pour l’instant. La dernière version saine apparaîtra ici dès qu’une version sera relue ou retrouvée inchangée.',
    },
  },
})
