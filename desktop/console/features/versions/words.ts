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
    preview: 'Too long to be shown whole: the first {lines} of {total} lines, as the device said them.',
    previewHint: 'The whole text can be downloaded.',
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
    preview:
      'Trop long pour être montré en entier : les {lines} premières lignes sur {total}, telles que l’équipement les a dites.',
    previewHint: 'Le texte entier peut être téléchargé.',
    secret: 'Son contenu est un secret : il n’est pas montré.',
    transport: 'par {transport}',
  },
})
