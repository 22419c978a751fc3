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
      copy: 'Copy the log',
      save: 'Save the log',
      empty: 'No lines yet.',
      gone: 'The log is kept for 90 days, and this run is older.',
      live: 'live',
      lines: 'no line | one line | {n} lines',
      earlier: 'Show no earlier line | Show one earlier line | Show {count} earlier lines',
    },
    begun: 'Nothing was begun | A run is begun | {n} runs are begun',
    waits: 'Its device has a run waiting or under way already.',
    test: {
      title: 'Test the connection to {name}',
      hint: 'The same agent, path and credentials as a backup; it stops before anything is collected.',
      queued: 'waits for an agent',
      good: 'A backup would come this far.',
      log: 'No line of log | One line of log | {n} lines of log',
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
      empty: 'Pas encore de ligne.',
      gone: 'Le journal est gardé 90 jours, et cette exécution est plus ancienne.',
      live: 'en direct',
      lines: 'aucune ligne | une ligne | {n} lignes',
      earlier:
        'Ne montrer aucune ligne plus ancienne | Montrer une ligne plus ancienne | Montrer {count} lignes plus anciennes',
    },
    begun: 'Rien n’a été lancé | Une exécution est lancée | {n} exécutions sont lancées',
    waits: 'Son équipement a déjà une exécution en attente ou en cours.',
    test: {
      title: 'Tester la connexion à {name}',
      hint: 'Le même agent, le même chemin et les mêmes identifiants qu’une sauvegarde ; rien n’est collecté.',
      queued: 'attend un agent',
      good: 'Une sauvegarde arriverait jusque-là.',
      log: 'Aucune ligne de journal | Une ligne de journal | {n} lignes de journal',
      again: 'Tester encore',
    },
  },
})
