import { defineWords } from '../../language/words.ts'

export const words = defineWords('versions', {
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
  },
})
