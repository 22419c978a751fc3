import { defineMessages } from '../../language/define-messages.ts'

/** Texts of runs: log, connection test, start. */
export const messages = defineMessages('run', {
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
    strip: {
      title: 'No backups | Last backup | Last {n} backups',
      when: 'Queued',
      status: 'Status',
      took: 'Took',
      error: 'Error',
    },
    begun: 'No backup started | Backup started | {n} backups started',
    view: 'View runs | View run | View runs',
    waits: 'This device already has a run queued or in progress.',
    agentHint: {
      no_agent: '{name} has no agent that can reach this device. Backups wait until there is one.',
      agent_not_enrolled: 'The agent of {name} is not enrolled yet. Backups wait until it connects.',
      agent_offline: 'No agent of {name} that can reach this device is online. Backups wait until one connects.',
      platform_unsupported: 'No online agent of {name} supports this platform. Update the agents.',
      add: 'Add agent',
      open: 'Go to agents',
    },
    test: {
      title: 'Test the connection to {name}',
      hint: 'Uses the same agent, connection method and credentials as a backup, but collects nothing.',
      queued: 'waiting for an agent',
      good: 'Connection successful. A backup can start.',
      log: 'No log lines | One log line | {n} log lines',
      again: 'Test again',
      decide: 'Compare and approve',
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
    strip: {
      title: 'Aucune sauvegarde | Dernière sauvegarde | Les {n} dernières sauvegardes',
      when: 'En file',
      status: 'État',
      took: 'Durée',
      error: 'Erreur',
    },
    begun: 'Aucune sauvegarde lancée | Sauvegarde lancée | {n} sauvegardes lancées',
    view: 'Voir les exécutions | Voir l’exécution | Voir les exécutions',
    waits: 'Cet équipement a déjà une exécution en attente ou en cours.',
    agentHint: {
      no_agent:
        '{name} n’a pas d’agent qui puisse joindre cet équipement. Les sauvegardes attendent qu’il y en ait un.',
      agent_not_enrolled: 'L’agent de {name} n’est pas encore inscrit. Les sauvegardes attendent qu’il se connecte.',
      agent_offline:
        'Aucun agent de {name} qui puisse joindre cet équipement n’est en ligne. Les sauvegardes attendent qu’un agent se connecte.',
      platform_unsupported:
        'Aucun agent en ligne de {name} ne prend en charge cette plateforme. Mettez les agents à jour.',
      add: 'Ajouter un agent',
      open: 'Aller aux agents',
    },
    test: {
      title: 'Tester la connexion à {name}',
      hint: 'Même agent, même méthode de connexion et mêmes identifiants qu’une sauvegarde, mais rien n’est collecté.',
      queued: 'en attente d’un agent',
      good: 'Connexion réussie. Une sauvegarde peut démarrer.',
      log: 'Aucune ligne de journal | Une ligne de journal | {n} lignes de journal',
      again: 'Tester à nouveau',
      decide: 'Comparer et approuver',
    },
  },
})
