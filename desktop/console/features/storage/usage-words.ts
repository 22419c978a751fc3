import { defineWords } from '../../language/words.ts'

/** Texts of storage usage, growth and obstacles. */
export const words = defineWords('storageUsage', {
  en: {
    away: {
      title: 'The object store does not answer, or takes more than a second',
      means:
        'Backups wait and are repeated until it does; nothing of them is lost. What is kept cannot be read meanwhile.',
      look: 'Look at the disk or the bucket: is it mounted, is it full, do the key and the network let the service in? The service’s log says what it met.',
    },
    sweep: {
      title: 'The sweep asks before it removes anything',
      look: 'See what would go',
      advice: {
        much: 'Right after a purge, or when retention was made shorter: then say yes. Otherwise find out first what became unreferenced.',
        strangers: 'Is it the right store, and the newest database? If both are, say yes.',
        unheard:
          'The database was put back without its newest backups. “rebuild-index” attaches them; a yes removes them for good.',
        forged:
          'A tombstone in the store was not written by this installation. Find out who can write to the store, then delete the object, unless the keys were destroyed.',
        tombstone: 'The database is older than the destruction of this customer’s keys: destroy them again.',
        empty: 'It is not the store that was used before, or it is empty. No yes helps: look at its settings.',
        unreadable: 'See what is damaged, below. When it reads again the next night goes on by itself.',
        older: 'The database was put back. Attach what is newer than the dump first, with “rebuild-index”.',
        away: 'The store did not answer. The next night tries again.',
        clock: 'Clocks differ, or the service was off for long. Set the clock; it goes on by itself.',
        other: 'Backups go on meanwhile. The next night looks again.',
      },
    },
    usage: {
      title: 'What is kept',
      stored: 'Stored',
      storedBasis: 'Counted now: packs in the store, compressed and encrypted.',
      collected: 'Collected',
      unique: 'Unpacked, equal parts once:',
      uniqueHint: 'With the members of archives and the listings of folders',
      collectedBasis: 'All versions as the devices gave them.',
      saved: 'Stored takes {times} times less.',
      growth: 'Growth',
      perDay: 'a day',
      unknown: 'not known yet',
      basis: {
        measured: 'Measured: the slope of daily samples.',
        transferred: 'Estimated: what came in each day, and the share of it that stays.',
        insufficient: 'After a few days there are enough samples to say.',
      },
      disk: 'Room on the disk',
      free: 'free',
      used: '{percent} % used of',
      full: 'At this rate it is full',
    },
    growth: {
      title: 'Stored, day by day',
      asOf: 'last sample',
      span: 'Span',
      days: 'no days | one day | {n} days',
      few: 'A line needs two samples. One is taken each night.',
      dashed: 'The dashed line is what it comes to if it goes on like this.',
      said: 'What is stored: {first} on {from}, {last} now.',
      ahead: 'If it goes on like this, {value} on {to}.',
    },
  },
  fr: {
    away: {
      title: 'Le stockage d’objets ne répond pas, ou met plus d’une seconde',
      means:
        'Les sauvegardes attendent et sont répétées jusqu’à ce qu’il réponde ; rien n’en est perdu. Ce qui est conservé ne peut être lu entre-temps.',
      look: 'Regardez le disque ou le compartiment : est-il monté, est-il plein, la clé et le réseau laissent-ils entrer le service ? Le journal du service dit ce qu’il a rencontré.',
    },
    sweep: {
      title: 'Le nettoyage demande avant de supprimer',
      look: 'Voir ce qui partirait',
      advice: {
        much: 'Juste après une purge, ou quand la conservation a été raccourcie : dites oui. Sinon, cherchez d’abord ce qui n’est plus référencé.',
        strangers: 'Est-ce le bon stockage, et la base la plus récente ? Si oui aux deux, dites oui.',
        unheard:
          'La base a été remise sans ses dernières sauvegardes. « rebuild-index » les rattache ; un oui les supprime pour de bon.',
        forged:
          'Un marqueur de destruction dans le stockage ne vient pas de cette installation. Cherchez qui peut écrire dans le stockage, puis supprimez cet objet, sauf si les clés ont été détruites.',
        tombstone: 'La base est plus ancienne que la destruction des clés de ce client : détruisez-les à nouveau.',
        empty: 'Ce n’est pas le stockage d’avant, ou il est vide. Aucun oui n’aide : regardez ses réglages.',
        unreadable:
          'Voyez plus bas ce qui est endommagé. Quand ce sera lisible, la nuit suivante continuera d’elle-même.',
        older: 'La base a été remise. Rattachez d’abord ce qui est plus récent que le dump, par « rebuild-index ».',
        away: 'Le stockage n’a pas répondu. La nuit suivante réessaie.',
        clock: 'Les horloges diffèrent, ou le service a été longtemps arrêté. Réglez l’horloge ; la suite vient seule.',
        other: 'Les sauvegardes continuent. La nuit suivante regarde à nouveau.',
      },
    },
    usage: {
      title: 'Ce qui est conservé',
      stored: 'Stocké',
      storedBasis: 'Compté à l’instant : les paquets du stockage, compressés et chiffrés.',
      collected: 'Collecté',
      unique: 'Déballé, le commun compté une fois :',
      uniqueHint: 'Avec les membres des archives et les listes des dossiers',
      collectedBasis: 'Toutes les versions telles que les équipements les ont données.',
      saved: 'Le stocké en est {times} fois plus petit.',
      growth: 'Croissance',
      perDay: 'par jour',
      unknown: 'pas encore connue',
      basis: {
        measured: 'Mesurée : la pente des relevés quotidiens.',
        transferred: 'Estimée : ce qui arrive chaque jour et la part qui en reste.',
        insufficient: 'Après quelques jours, les relevés suffiront pour le dire.',
      },
      disk: 'Place sur le disque',
      free: 'libres',
      used: '{percent} % utilisés sur',
      full: 'À ce rythme il est plein',
    },
    growth: {
      title: 'Stocké, jour après jour',
      asOf: 'dernier relevé',
      span: 'Durée',
      days: 'aucun jour | un jour | {n} jours',
      few: 'Une courbe demande deux relevés. Il y en a un par nuit.',
      dashed: 'La ligne pointillée est ce à quoi l’on arrive si cela continue ainsi.',
      said: 'Ce qui est stocké : {first} le {from}, {last} maintenant.',
      ahead: 'Si cela continue ainsi, {value} le {to}.',
    },
  },
})
