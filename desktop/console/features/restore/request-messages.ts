import { defineMessages } from '../../language/define-messages.ts'

/** Texts of restore requests: the changes, and what prevents them. */
export const messages = defineMessages('restoreRequest', {
  en: {
    ask: {
      title: 'Restore a configuration to {device}',
      hint: 'Replaces the whole running configuration. The device waits for your confirmation and rolls back automatically without it.',
      beta: 'beta',
      betaHint: 'Tested on a simulator and against the vendor’s documentation, not yet on many devices.',
    },
    change: {
      title: 'Changes',
      plus: '+{count}',
      minus: '−{count}',
      hint: 'From the latest capture to this version. Latest capture seen',
      compare: 'Compare whole texts',
      backUp: 'Back up first',
      latest: 'This is the latest capture',
      latestHint: 'Restoring it only undoes changes made on the device since that backup.',
      tooLarge: 'Too large to compare here',
      blob: 'Trees and archives cannot be restored',
      loading: 'Loading the comparison',
    },
    check: {
      title: 'Requirements',
      allHold: 'not checked yet | All met | All met ({n})',
      someHold: 'none met | One other requirement is met | {n} other requirements are met',
      holds: 'met',
      fails: 'not met',
      open: 'not known yet',
      because: '({words})',
      seeOther: 'View the restore in progress',
      policy: {
        yes: 'The policies allow restores of this device',
        no: 'A policy denies restores of this device: see the levels below',
      },
      platform: {
        yes: 'The platform supports restores',
        no: 'Only Junos routers support restores. Coffer never writes to other platforms.',
      },
      artifact: {
        yes: 'Native configuration, collected over SSH',
        no: 'Only configuration-conf collected over SSH can be restored, not the set form, XML or NETCONF',
      },
      whole: {
        yes: 'Complete: nothing was masked, hidden or omitted',
        no: 'Incomplete: restoring it would delete the missing parts. Give the account permission to read everything, then back up again.',
      },
      readable: { yes: 'The stored data is intact', no: 'The stored data is damaged' },
      trusted: {
        yes: 'Collected from a device with a verified host key',
        no: 'Collected in lab mode or without a verified host key. Compare the key, then back up again.',
      },
      reviewed: {
        yes: 'Not suspicious',
        no: 'Suspicious and not reviewed. Read it and mark it as reviewed first.',
      },
      size: { yes: 'Size within the limit', no: 'Larger than 16 MiB' },
      service: {
        yes: 'The device is in service',
        no: 'The device is disabled or out of service',
      },
      free: {
        yes: 'No other restore of this device is in progress',
        no: 'Another restore of this device is in progress',
      },
    },
    do: {
      title: 'Restore',
      means:
        'An agent uploads this version, replaces the whole configuration with it, checks it and commits it provisionally. Then check the device and confirm. If you do nothing, the device rolls back.',
      minutes: 'Confirmation window (minutes)',
      minutesHint: '1 to 60. Allow enough time to check the device, but not longer than you can be cut off from it.',
      phrase: 'Type {phrase}',
      action: 'Replace the configuration of {device}',
      cannot: 'Not possible until every requirement above is met.',
    },
  },
  fr: {
    ask: {
      title: 'Restaurer une configuration sur {device}',
      hint: 'Remplace toute la configuration en cours. L’équipement attend votre confirmation et, sans elle, revient automatiquement en arrière.',
      beta: 'bêta',
      betaHint:
        'Testée sur un simulateur et d’après la documentation du constructeur, pas encore sur de nombreux équipements.',
    },
    change: {
      title: 'Changements',
      plus: '+{count}',
      minus: '−{count}',
      hint: 'De la dernière capture à cette version. Dernière capture vue',
      compare: 'Comparer les textes entiers',
      backUp: 'Sauvegarder d’abord',
      latest: 'C’est la dernière capture',
      latestHint: 'La restaurer n’annule que les modifications faites sur l’équipement depuis cette sauvegarde.',
      tooLarge: 'Trop grand pour être comparé ici',
      blob: 'Les arborescences et archives ne peuvent pas être restaurées',
      loading: 'Chargement de la comparaison',
    },
    check: {
      title: 'Conditions',
      allHold: 'pas encore vérifiées | Toutes remplies | Toutes remplies ({n})',
      someHold: 'aucune remplie | Une autre condition remplie | {n} autres conditions remplies',
      holds: 'remplie',
      fails: 'non remplie',
      open: 'pas encore connu',
      because: '({words})',
      seeOther: 'Voir la restauration en cours',
      policy: {
        yes: 'Les politiques autorisent les restaurations de cet équipement',
        no: 'Une politique refuse les restaurations de cet équipement : voyez les niveaux plus bas',
      },
      platform: {
        yes: 'La plateforme permet les restaurations',
        no: 'Seuls les routeurs Junos peuvent être restaurés. Coffer n’écrit jamais sur les autres plateformes.',
      },
      artifact: {
        yes: 'Configuration native, collectée par SSH',
        no: 'Seule configuration-conf collectée par SSH peut être restaurée, pas la forme set, ni XML, ni NETCONF',
      },
      whole: {
        yes: 'Complète : rien n’a été masqué, caché ou omis',
        no: 'Incomplète : la restaurer effacerait les parties manquantes. Donnez au compte le droit de tout lire, puis sauvegardez à nouveau.',
      },
      readable: {
        yes: 'Les données stockées sont intactes',
        no: 'Les données stockées sont endommagées',
      },
      trusted: {
        yes: 'Collectée sur un équipement dont la clé d’hôte est vérifiée',
        no: 'Collectée en mode labo ou sans clé d’hôte vérifiée. Comparez la clé, puis sauvegardez à nouveau.',
      },
      reviewed: {
        yes: 'Non suspecte',
        no: 'Suspecte et non relue. Lisez-la et marquez-la d’abord comme relue.',
      },
      size: { yes: 'Taille dans la limite', no: 'Plus de 16 Mio' },
      service: { yes: 'L’équipement est en service', no: 'L’équipement est désactivé ou retiré du service' },
      free: {
        yes: 'Aucune autre restauration de l’équipement n’est en cours',
        no: 'Une autre restauration de l’équipement est en cours',
      },
    },
    do: {
      title: 'Restaurer',
      means:
        'Un agent envoie cette version, remplace toute la configuration, la vérifie et la valide provisoirement. Vérifiez alors l’équipement et confirmez. Si vous ne faites rien, il revient en arrière.',
      minutes: 'Délai de confirmation (minutes)',
      minutesHint:
        'De 1 à 60. Prévoyez le temps de vérifier l’équipement, sans dépasser la coupure que vous pouvez accepter.',
      phrase: 'Saisissez {phrase}',
      action: 'Remplacer la configuration de {device}',
      cannot: 'Impossible tant que toutes les conditions ci-dessus ne sont pas remplies.',
    },
  },
})
