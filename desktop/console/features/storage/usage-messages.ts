import { defineMessages } from '../../language/define-messages.ts'

/** Texts of storage usage, growth and obstacles. */
export const messages = defineMessages('storageUsage', {
  en: {
    unavailable: {
      title: 'The object store does not respond within one second',
      means: 'Backups wait and are retried. No data is lost. Stored backups cannot be read until it responds.',
      check:
        'Check the disk or bucket: is it mounted, is it full, are the access key and the network correct? The service log shows the error.',
    },
    sweep: {
      title: 'Garbage collection needs your confirmation',
      check: 'Preview deletions',
      advice: {
        much: 'If you just ran a purge or shortened retention, confirm. Otherwise find out first why data became unreferenced.',
        strangers: 'Confirm only if the object store and the database are the right ones.',
        unheard:
          'The database was restored without its latest backups. “rebuild-index” attaches them; confirming deletes them permanently.',
        forged:
          'A tombstone in the store was not written by this installation. Find out who can write to the store, then delete the object, unless the keys were destroyed.',
        tombstone: 'The database is older than the destruction of this customer’s keys: destroy them again.',
        empty: 'This is not the previous object store, or it is empty. Check its settings; confirming does not help.',
        unreadable: 'See the damage below. Garbage collection resumes the night after the data becomes readable again.',
        older: 'The database was restored. First attach backups newer than the dump with “rebuild-index”.',
        unavailable: 'The object store did not respond. The next night tries again.',
        clock:
          'Clocks differ, or the service was off for a long time. Correct the clock; it then continues automatically.',
        other: 'Backups continue. The next night checks again.',
      },
    },
    usage: {
      title: 'Storage used',
      stored: 'Stored',
      storedBasis: 'Current size of packs in the object store, compressed and encrypted.',
      collected: 'Collected',
      unique: 'Uncompressed, deduplicated:',
      uniqueHint: 'Includes members of archives and folder listings',
      collectedBasis: 'All versions as collected from devices.',
      saved: '{times} times smaller than collected.',
      growth: 'Growth',
      perDay: 'a day',
      unknown: 'not known yet',
      basis: {
        measured: 'Measured from daily samples.',
        transferred: 'Estimated from each day’s new data and the share that is kept.',
        insufficient: 'Available after a few days of samples.',
      },
      disk: 'Disk space',
      free: 'free',
      used: '{percent} % used of',
      full: 'Full at this rate',
    },
    growth: {
      unit: 'bytes',
      title: 'Stored, day by day',
      asOf: 'last sample',
      span: 'Period',
      days: 'no days | one day | {n} days',
      few: 'The chart needs two samples. One is taken each night.',
      dashed: 'The dashed line is the forecast.',
      said: 'Stored: {first} on {from}, {last} now.',
      ahead: 'Forecast: {value} on {to}.',
    },
  },
  fr: {
    unavailable: {
      title: 'Le stockage d’objets ne répond pas en une seconde',
      means:
        'Les sauvegardes attendent et sont retentées. Aucune donnée n’est perdue. Les sauvegardes stockées sont illisibles jusqu’à son retour.',
      check:
        'Vérifiez le disque ou le compartiment : est-il monté, est-il plein, la clé d’accès et le réseau sont-ils corrects ? Le journal du service indique l’erreur.',
    },
    sweep: {
      title: 'Le nettoyage demande votre confirmation',
      check: 'Prévisualiser les suppressions',
      advice: {
        much: 'Juste après une purge ou une réduction de la conservation, confirmez. Sinon, cherchez d’abord pourquoi des données ne sont plus référencées.',
        strangers: 'Ne confirmez que si le stockage d’objets et la base sont les bons.',
        unheard:
          'La base a été restaurée sans ses dernières sauvegardes. « rebuild-index » les rattache ; confirmer les supprime définitivement.',
        forged:
          'Un marqueur de destruction dans le stockage ne vient pas de cette installation. Cherchez qui peut écrire dans le stockage, puis supprimez cet objet, sauf si les clés ont été détruites.',
        tombstone: 'La base est plus ancienne que la destruction des clés de ce client : détruisez-les à nouveau.',
        empty: 'Ce n’est pas le stockage précédent, ou il est vide. Vérifiez ses réglages ; confirmer ne sert à rien.',
        unreadable:
          'Voyez les dommages plus bas. Le nettoyage reprendra la nuit suivante, une fois les données de nouveau lisibles.',
        older:
          'La base a été restaurée. Rattachez d’abord les sauvegardes plus récentes que le dump avec « rebuild-index ».',
        unavailable: 'Le stockage d’objets n’a pas répondu. Nouvelle tentative la nuit suivante.',
        clock:
          'Les horloges diffèrent, ou le service a été longtemps arrêté. Corrigez l’horloge ; la reprise est automatique.',
        other: 'Les sauvegardes continuent. Nouvelle vérification la nuit suivante.',
      },
    },
    usage: {
      title: 'Espace utilisé',
      stored: 'Stocké',
      storedBasis: 'Taille actuelle des paquets du stockage, compressés et chiffrés.',
      collected: 'Collecté',
      unique: 'Décompressé et dédupliqué :',
      uniqueHint: 'Y compris les membres des archives et les listes de dossiers',
      collectedBasis: 'Toutes les versions telles que collectées.',
      saved: '{times} fois plus petit que les données collectées.',
      growth: 'Croissance',
      perDay: 'par jour',
      unknown: 'pas encore connue',
      basis: {
        measured: 'Mesurée d’après les relevés quotidiens.',
        transferred: 'Estimée d’après les données reçues chaque jour et la part conservée.',
        insufficient: 'Disponible après quelques jours de relevés.',
      },
      disk: 'Espace disque',
      free: 'libres',
      used: '{percent} % utilisés sur',
      full: 'À ce rythme, plein',
    },
    growth: {
      unit: 'octets',
      title: 'Stocké, jour après jour',
      asOf: 'dernier relevé',
      span: 'Période',
      days: 'aucun jour | un jour | {n} jours',
      few: 'Le graphique demande deux relevés. Il y en a un par nuit.',
      dashed: 'La ligne pointillée est la prévision.',
      said: 'Stocké : {first} le {from}, {last} maintenant.',
      ahead: 'Prévision : {value} le {to}.',
    },
  },
})
