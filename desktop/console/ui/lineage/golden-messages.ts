import { defineMessages } from '../../language/define-messages.ts'

/** Texts of the form of a golden configuration, and of the tabs of changes. */
export const messages = defineMessages('goldenForm', {
  en: {
    tabs: {
      label: 'Changes',
      changes: 'Changes',
      'changes-equal': 'Equal changes',
      'changes-drift': 'Drift from pinned versions',
      'device-pairs': 'Device pairs',
      'golden-configurations': 'Golden configurations',
    },
    use: 'Use as golden configuration',
    editTitle: 'Edit {name}',
    create: 'Add golden configuration',
    hint: 'Devices of the same platform with this tag should equal this version. Retention never deletes it.',
    name: 'Name',
    tag: 'Tag',
    tagHint: 'Devices in service that have this tag are compared.',
    differences: 'Declared differences',
    differencesHint:
      'One pattern per line, such as ^hostname (.*). Without groups, matching lines are ignored. With groups, only what they match is ignored.',
    note: 'Note',
    saved: '{name} saved.',
  },
  fr: {
    tabs: {
      label: 'Changements',
      changes: 'Changements',
      'changes-equal': 'Changements identiques',
      'changes-drift': 'Écarts aux versions épinglées',
      'device-pairs': 'Paires d’équipements',
      'golden-configurations': 'Configurations de référence',
    },
    use: 'Définir comme configuration de référence',
    editTitle: 'Modifier {name}',
    create: 'Ajouter la configuration de référence',
    hint: 'Les équipements de sa plateforme qui ont cette étiquette devraient être conformes à cette version. La conservation ne la supprime jamais.',
    name: 'Nom',
    tag: 'Étiquette',
    tagHint: 'Les équipements en service qui ont cette étiquette sont comparés.',
    differences: 'Différences déclarées',
    differencesHint:
      'Un motif par ligne, par exemple ^hostname (.*). Sans groupe, les lignes correspondantes sont ignorées ; avec des groupes, seul ce qu’ils capturent est ignoré.',
    note: 'Note',
    saved: '{name} enregistrée.',
  },
})
