import { defineWords } from '../../language/words.ts'

/** Texts of restore requests: the changes, and what prevents them. */
export const words = defineWords('restoreAsk', {
  en: {
    ask: {
      title: 'Give {device} a configuration back',
      hint: 'The whole running configuration is replaced. The device waits for a confirmation, and goes back by itself without one.',
      beta: 'beta',
      betaHint: 'Tried on a simulator and by documents of the maker, not yet on many devices.',
    },
    change: {
      title: 'What it would change',
      plus: '+{count}',
      minus: '−{count}',
      hint: 'From the latest capture to this version. The device was last seen to say that',
      compare: 'Compare whole texts',
      backUp: 'Back up now to be sure',
      latest: 'This is what the device said last',
      latestHint: 'Giving it back changes only what somebody has changed on the device since that backup.',
      tooLarge: 'Too large to compare here',
      blob: 'A tree or an archive has no text, and cannot be given back',
      loading: 'Reading the difference',
    },
    check: {
      title: 'Whether it can be',
      allHold: 'nothing is known yet | Nothing speaks against it | Nothing speaks against it ({n} points)',
      someHold: 'nothing else is known | One other point holds | {n} other points hold',
      holds: 'holds',
      fails: 'does not hold',
      open: 'not known yet',
      because: '({words})',
      seeOther: 'See the restore that is under way',
      policy: {
        yes: 'The policies allow restores of this device',
        no: 'A policy denies restores of this device: see the levels below',
      },
      platform: {
        yes: 'Its platform takes configurations back',
        no: 'Only Junos routers take their configuration back; to all others nothing is ever sent',
      },
      artifact: {
        yes: 'It is the native configuration, read over SSH',
        no: 'Only configuration-conf that was read over SSH can be given back, not the set form, XML or NETCONF',
      },
      whole: {
        yes: 'Nothing in it was masked, hidden or omitted when it was read',
        no: 'It lacks parts, and giving it back would delete them. Give the account the rights to see all, then back up again',
      },
      readable: { yes: 'What is stored of it was never found damaged', no: 'What is stored of it is damaged' },
      trusted: {
        yes: 'It came from a device whose host key was compared',
        no: 'It was read in lab mode, or from a host whose key nobody had compared: compare the key, then back up again',
      },
      reviewed: {
        yes: 'It is not in doubt',
        no: 'It looks suspicious and nobody has reviewed it: read it and mark it as reviewed first',
      },
      size: { yes: 'It is of a usual size', no: 'It has more than 16 MiB' },
      service: {
        yes: 'The device is in service',
        no: 'The device is disabled or out of service',
      },
      free: {
        yes: 'No other restore of the device is under way',
        no: 'Another restore of the device is under way',
      },
    },
    do: {
      title: 'Do it',
      means:
        'An agent uploads this version, loads it over everything the device has, checks it and commits it for a while. Look at the device then, and confirm. If you do nothing, it goes back.',
      minutes: 'Minutes to confirm in',
      minutesHint: '1 to 60. Allow enough time to check the device, but not longer than you can be cut off from it.',
      phrase: 'Type {phrase}',
      action: 'Replace the configuration of {device}',
      cannot: 'It cannot be asked for while something above does not hold.',
    },
  },
  fr: {
    ask: {
      title: 'Rendre une configuration à {device}',
      hint: 'Toute la configuration en cours est remplacée. L’équipement attend une confirmation, et revient de lui-même en arrière sans elle.',
      beta: 'bêta',
      betaHint:
        'Essayée sur un simulateur et d’après les documents du constructeur, pas encore sur beaucoup d’équipements.',
    },
    change: {
      title: 'Ce que cela changerait',
      plus: '+{count}',
      minus: '−{count}',
      hint: 'De la dernière capture à cette version. L’équipement l’a dite pour la dernière fois',
      compare: 'Comparer les textes entiers',
      backUp: 'Sauvegarder pour en être sûr',
      latest: 'C’est ce que l’équipement a dit en dernier',
      latestHint: 'La rendre ne change que ce que quelqu’un a modifié sur l’équipement depuis cette sauvegarde.',
      tooLarge: 'Trop grand pour être comparé ici',
      blob: 'Une arborescence ou une archive n’a pas de texte, et ne peut pas être rendue',
      loading: 'Lecture de la différence',
    },
    check: {
      title: 'Si cela se peut',
      allHold: 'rien n’est encore connu | Rien ne s’y oppose | Rien ne s’y oppose ({n} points)',
      someHold: 'rien d’autre n’est connu | Un autre point est rempli | {n} autres points sont remplis',
      holds: 'rempli',
      fails: 'non rempli',
      open: 'pas encore connu',
      because: '({words})',
      seeOther: 'Voir la restauration en cours',
      policy: {
        yes: 'Les politiques autorisent les restaurations de cet équipement',
        no: 'Une politique refuse les restaurations de cet équipement : voyez les niveaux plus bas',
      },
      platform: {
        yes: 'Sa plateforme reprend des configurations',
        no: 'Seuls les routeurs Junos reprennent leur configuration ; aux autres, rien n’est jamais envoyé',
      },
      artifact: {
        yes: 'C’est la configuration native, lue par SSH',
        no: 'Seule configuration-conf lue par SSH peut être rendue, pas la forme set, ni XML, ni NETCONF',
      },
      whole: {
        yes: 'Rien n’y était masqué, caché ou omis à la lecture',
        no: 'Il lui manque des parties, et la rendre les effacerait. Donnez au compte le droit de tout voir, puis sauvegardez à nouveau',
      },
      readable: {
        yes: 'Ce qui en est conservé n’a jamais été trouvé endommagé',
        no: 'Ce qui en est conservé est endommagé',
      },
      trusted: {
        yes: 'Elle vient d’un équipement dont la clé d’hôte a été comparée',
        no: 'Elle a été lue en mode labo, ou d’un hôte dont personne n’avait comparé la clé : comparez la clé, puis sauvegardez à nouveau',
      },
      reviewed: {
        yes: 'Elle n’est pas douteuse',
        no: 'Elle semble suspecte et personne ne l’a relue : lisez-la et marquez-la d’abord comme relue',
      },
      size: { yes: 'Sa taille est habituelle', no: 'Elle fait plus de 16 Mio' },
      service: { yes: 'L’équipement est en service', no: 'L’équipement est désactivé ou retiré du service' },
      free: {
        yes: 'Aucune autre restauration de l’équipement n’est en cours',
        no: 'Une autre restauration de l’équipement est en cours',
      },
    },
    do: {
      title: 'Faire',
      means:
        'Un agent envoie cette version, la charge par-dessus tout ce que l’équipement a, la vérifie et la valide pour un temps. Regardez alors l’équipement, et confirmez. Si vous ne faites rien, il revient en arrière.',
      minutes: 'Minutes pour confirmer',
      minutesHint: 'De 1 à 60. Prévoyez le temps de vérifier l’équipement, sans dépasser la coupure que vous pouvez accepter.',
      phrase: 'Saisissez {phrase}',
      action: 'Remplacer la configuration de {device}',
      cannot: 'Elle ne peut pas être demandée tant qu’un point ci-dessus n’est pas rempli.',
    },
  },
})
