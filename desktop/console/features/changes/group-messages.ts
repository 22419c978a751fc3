import { defineMessages } from '../../language/define-messages.ts'

export const messages = defineMessages('change-groups', {
  en: {
    title: 'Equal changes',
    hint: 'The same change on several devices is one row. Review it once for all of them.',
    empty: 'Everything is reviewed',
    emptyHint: 'Changes appear here when a backup finds a different configuration.',
    selected: 'Selected changes',
    devices: 'no devices | {n} device: | {n} devices:',
    namesAndMore: '{names} | {names} and one more | {names} and {n} more',
    latest: 'Latest',
    show: 'Show the changes one by one',
    example: 'Changed lines of {name}. Secret values may differ between devices.',
    noSummary: 'No summary',
    allReviewed: 'All of these changes are reviewed already.',
  },
  fr: {
    title: 'Changements identiques',
    hint: 'Un même changement sur plusieurs équipements occupe une seule ligne. Une seule relecture suffit pour tous.',
    empty: 'Tout a été relu',
    emptyHint: 'Les changements apparaissent ici quand une sauvegarde trouve une configuration différente.',
    selected: 'Changements sélectionnés',
    devices: 'aucun équipement | {n} équipement : | {n} équipements :',
    namesAndMore: '{names} | {names} et un autre | {names} et {n} autres',
    latest: 'Le dernier',
    show: 'Afficher les changements un par un',
    example: 'Lignes modifiées de {name}. Les valeurs des secrets peuvent différer d’un équipement à l’autre.',
    noSummary: 'Pas de résumé',
    allReviewed: 'Tous ces changements sont déjà relus.',
  },
})
