import { defineMessages } from '../../language/define-messages.ts'

export const messages = defineMessages('change-groups', {
  en: {
    title: 'Equal changes',
    hint: 'The same change of several devices is one row. One review covers all of them.',
    empty: 'Everything is reviewed',
    emptyHint: 'Changes appear here when a backup finds a different configuration.',
    selected: 'Selected changes',
    devices: 'no devices | {n} device: | {n} devices:',
    namesAndMore: '{names} | {names} and one more | {names} and {n} more',
    latest: 'Latest',
    show: 'Show the changes one by one',
    example: 'The lines of {name}. Values of secrets may differ between devices.',
    noSummary: 'No summary',
    allReviewed: 'All of these changes are reviewed already.',
  },
  fr: {
    title: 'Changements identiques',
    hint: 'Le même changement de plusieurs équipements est une seule ligne. Une relecture les couvre tous.',
    empty: 'Tout a été relu',
    emptyHint: 'Les changements apparaissent ici quand une sauvegarde trouve une configuration différente.',
    selected: 'Changements sélectionnés',
    devices: 'aucun équipement | {n} équipement : | {n} équipements :',
    namesAndMore: '{names} | {names} et un autre | {names} et {n} autres',
    latest: 'Le dernier',
    show: 'Afficher les changements un par un',
    example: 'Les lignes de {name}. Les valeurs des secrets peuvent différer entre les équipements.',
    noSummary: 'Pas de résumé',
    allReviewed: 'Tous ces changements sont déjà relus.',
  },
})
