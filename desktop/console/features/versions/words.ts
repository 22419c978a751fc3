import { defineWords } from '../../language/words.ts'

export const words = defineWords('versions', {
  en: {
    title: '{key} of {device}',
    at: 'Line {n}',
    back: 'Back to the search',
    compare: 'Compare',
    normalised: 'Normalised',
    raw: 'Raw',
    which: 'Text',
    hint: 'Normalised is what is compared and searched: values that change by themselves are blanked.',
    download: 'Download',
    downloadHint: 'This text is too long to show here. Download it instead.',
    secret: 'What it holds is a secret: it is not shown.',
    transport: 'over {transport}',
  },
  fr: {
    title: '{key} de {device}',
    at: 'Ligne {n}',
    back: 'Retour à la recherche',
    compare: 'Comparer',
    normalised: 'Normalisé',
    raw: 'Brut',
    which: 'Texte',
    hint: 'Le texte normalisé est celui qui est comparé et cherché : les valeurs qui changent d’elles-mêmes y sont effacées.',
    download: 'Télécharger',
    downloadHint: 'Ce texte est trop long pour être affiché ici. Téléchargez-le.',
    secret: 'Son contenu est un secret : il n’est pas montré.',
    transport: 'par {transport}',
  },
})
