import { defineWords } from '../../language/words.ts'

/** Texts of runs: log, connection test, start. */
export const words = defineWords('run', {
  en: {
    log: {
      title: 'Log',
      follow: 'Follow',
      level: 'Level',
      grade: { info: 'info', warn: 'warn', error: 'error' },
      levels: { info: 'all lines', warn: 'warnings and errors', error: 'errors' },
      copy: 'Copy log',
      save: 'Save log',
      empty: 'No lines yet.',
      gone: 'Logs are kept for 90 days. This run is older.',
      live: 'live',
      lines: 'no lines | one line | {n} lines',
      earlier: 'No earlier lines | Show one earlier line | Show {count} earlier lines',
    },
    begun: 'No backup started | Backup started | {n} backups started',
    waits: 'This device already has a run queued or in progress.',
    test: {
      title: 'Test the connection to {name}',
      hint: 'Uses the same agent, connection method and credentials as a backup, but collects nothing.',
      queued: 'waiting for an agent',
      good: 'Connection successful. A backup can start.',
      log: 'No log lines | One log line | {n} log lines',
      again: 'Test again',
    },
  },
  fr: {
    log: {
      title: 'Journal',
      follow: 'Suivre',
      level: 'Niveau',
      grade: { info: 'info', warn: 'alerte', error: 'erreur' },
      levels: { info: 'toutes les lignes', warn: 'avertissements et erreurs', error: 'erreurs' },
      copy: 'Copier le journal',
      save: 'Enregistrer le journal',
      empty: 'Aucune ligne pour l’instant.',
      gone: 'Les journaux sont conservés 90 jours. Cette exécution est plus ancienne.',
      live: 'en direct',
      lines: 'aucune ligne | une ligne | {n} lignes',
      earlier: 'Aucune ligne plus ancienne | Afficher une ligne plus ancienne | Afficher {count} lignes plus anciennes',
    },
    begun: 'Aucune sauvegarde lancée | Sauvegarde lancée | {n} sauvegardes lancées',
    waits: 'Cet équipement a déjà une exécution en attente ou en cours.',
    test: {
      title: 'Tester la connexion à {name}',
      hint: 'Même agent, même méthode de connexion et mêmes identifiants qu’une sauvegarde, mais rien n’est collecté.',
      queued: 'en attente d’un agent',
      good: 'Connexion réussie. Une sauvegarde peut démarrer.',
      log: 'Aucune ligne de journal | Une ligne de journal | {n} lignes de journal',
      again: 'Tester à nouveau',
    },
  },
})
