import { defineMessages } from '../../language/define-messages.ts'

/** Texts of drift. */
export const messages = defineMessages('changesDrift', {
  en: {
    drift: {
      title: 'Drifted devices',
      label: 'Drift',
      hint: 'Devices whose configuration differs from their pinned version. Correct the device, or accept its configuration.',
      empty: 'No drift',
      emptyHint:
        'Pin the intended version of a configuration, here or under Compare. If the device differs from it, it is listed here and in the daily report.',
      toCompare: 'Choose a version to pin',
      none: 'Nothing is pinned on this device',
      lineage: 'Configuration',
      pinned: 'Pinned',
      by: 'by {who}',
      latest: 'Latest capture',
      aligned: 'as pinned',
      same: 'Matches the pinned version',
      tree: 'The tree differs from the pinned one',
      heads: 'From the pinned version to the latest',
      accept: 'Accept as the new baseline',
      acceptTitle: 'Accept the current configuration?',
      acceptHint: 'Pins the latest version instead of the old one. Retention can then delete the old version.',
      restore: 'Restore the pinned version…',
    },
    pin: {
      pin: 'Pin',
      unpin: 'Unpin',
      hint: 'Make this the intended version: later versions are compared with it (m)',
    },
  },
  fr: {
    drift: {
      title: 'Équipements en écart',
      label: 'Écart',
      hint: 'Équipements dont la configuration s’écarte de leur version épinglée. Corrigez l’équipement ou acceptez sa configuration.',
      empty: 'Aucun écart',
      emptyHint:
        'Épinglez la version voulue d’une configuration, ici ou sous Comparer. Si l’équipement s’en écarte, il apparaît ici et dans le rapport quotidien.',
      toCompare: 'Choisir une version à épingler',
      none: 'Rien n’est épinglé sur cet équipement',
      lineage: 'Configuration',
      pinned: 'Épinglée le',
      by: 'par {who}',
      latest: 'Dernière capture',
      aligned: 'conforme',
      same: 'Conforme à la version épinglée',
      tree: 'L’arborescence diffère de celle qui est épinglée',
      heads: 'De la version épinglée à la dernière',
      accept: 'Accepter comme référence',
      acceptTitle: 'Accepter la configuration actuelle ?',
      acceptHint:
        'Épingle la dernière version à la place de l’ancienne. La conservation pourra alors supprimer l’ancienne.',
      restore: 'Restaurer la version épinglée…',
    },
    pin: {
      pin: 'Épingler',
      unpin: 'Désépingler',
      hint: 'Définir comme version voulue : les versions suivantes y seront comparées (m)',
    },
  },
})
