import { defineWords } from '../../language/words.ts'

/** Texts of drift. */
export const words = defineWords('changesDrift', {
  en: {
    drift: {
      title: 'Drifted devices',
      label: 'How it drifted',
      hint: 'Devices that say something else than the version they are pinned to. Put the device right, or accept what it says.',
      empty: 'Nothing drifts',
      emptyHint:
        'Pin the version that a device should say, here or where versions are compared. When it says something else, it is listed here and in the daily report.',
      toCompare: 'Choose a version to pin',
      none: 'Nothing is pinned on this device',
      lineage: 'Lineage',
      pinned: 'Pinned',
      by: 'by {who}',
      latest: 'Latest capture',
      aligned: 'as pinned',
      same: 'It says what is pinned',
      tree: 'The tree differs from the pinned one',
      heads: 'From the pinned version to what the device says now',
      accept: 'Accept as the new baseline',
      acceptTitle: 'Accept what the device says now?',
      acceptHint:
        'Its latest version is pinned in place of the old one, and the lineage is held against it. The old version is no longer protected from retention.',
      restore: 'Give the pinned version back…',
    },
    pin: {
      pin: 'Pin',
      unpin: 'Unpin',
      hint: 'This is what the device should say: from now on its lineage is held against this version (m)',
    },
  },
  fr: {
    drift: {
      title: 'Équipements qui s’écartent',
      label: 'L’écart',
      hint: 'Équipements qui disent autre chose que leur version épinglée. Corrigez l’équipement, ou acceptez ce qu’il dit.',
      empty: 'Aucun écart',
      emptyHint:
        'Épinglez la version qu’un équipement doit dire, ici ou là où les versions se comparent. S’il dit autre chose, il paraît ici et dans le rapport quotidien.',
      toCompare: 'Choisir une version à épingler',
      none: 'Rien n’est épinglé sur cet équipement',
      lineage: 'Lignée',
      pinned: 'Épinglée le',
      by: 'par {who}',
      latest: 'Dernière capture',
      aligned: 'conforme',
      same: 'Il dit ce qui est épinglé',
      tree: 'L’arborescence diffère de celle qui est épinglée',
      heads: 'De la version épinglée à ce que l’équipement dit maintenant',
      accept: 'Accepter comme référence',
      acceptTitle: 'Accepter ce que l’équipement dit maintenant ?',
      acceptHint:
        'Sa dernière version est épinglée à la place de l’ancienne, et la lignée y est comparée. L’ancienne n’est plus protégée de la conservation.',
      restore: 'Rendre la version épinglée…',
    },
    pin: {
      pin: 'Épingler',
      unpin: 'Désépingler',
      hint: 'Voilà ce que l’équipement doit dire : sa lignée est désormais comparée à cette version (m)',
    },
  },
})
