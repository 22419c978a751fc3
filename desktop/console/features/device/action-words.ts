import { defineWords } from '../../language/words.ts'

/** Texts of the device's state and actions. */
export const words = defineWords('deviceActions', {
  en: {
    state: {
      title: 'State',
      changed: 'The last backup found a change and stored it.',
      unchanged: 'The last backup found no changes.',
      partial: 'The last backup is incomplete.',
      failed: 'The last backup failed.',
      stale: 'The last successful backup is too old.',
      blocked: 'Backups are blocked until the fingerprint is approved.',
      never: 'Not backed up yet.',
      disabled: 'Backups are disabled. Existing backups are kept.',
      decommissioned: 'Out of service. Existing backups can still be read.',
      purged: 'Backups deleted on',
      purgeAt: 'Backups will be deleted on',
      held: 'A blackout postpones the next run until',
      restore: 'A restore is in progress. Backups wait until it ends.',
      restoreUntil: 'A restore awaits confirmation. Without it, the device rolls back automatically:',
      lastSuccess: 'Last success',
      staleAt: 'Stale',
      nextRun: 'Next run',
    },
    action: {
      test: 'Test connection',
      backUp: 'Back up now',
      edit: 'Edit',
      enable: 'Enable',
      disable: 'Disable',
      decommission: 'Decommission',
      reinstate: 'Reinstate',
    },
    decommission: {
      title: 'Take {name} out of service',
      hint: 'Backups stop and queued runs are cancelled. Existing backups can be read until their deletion date, shown here afterwards. Until then you can reinstate the device.',
    },
    reinstate: {
      title: 'Put {name} back into service',
      hint: 'Its schedule resumes, and its backups are not deleted.',
    },
  },
  fr: {
    state: {
      title: 'État',
      changed: 'La dernière sauvegarde a trouvé et enregistré un changement.',
      unchanged: 'La dernière sauvegarde n’a trouvé aucun changement.',
      partial: 'La dernière sauvegarde est incomplète.',
      failed: 'La dernière sauvegarde a échoué.',
      stale: 'La dernière sauvegarde réussie est trop ancienne.',
      blocked: 'Les sauvegardes sont bloquées tant que l’empreinte n’est pas approuvée.',
      never: 'Jamais sauvegardé pour l’instant.',
      disabled: 'Les sauvegardes sont désactivées. Les sauvegardes existantes sont conservées.',
      decommissioned: 'Retiré du service. Les sauvegardes existantes restent lisibles.',
      purged: 'Sauvegardes supprimées le',
      purgeAt: 'Les sauvegardes seront supprimées le',
      held: 'Une interdiction reporte la prochaine exécution jusqu’au',
      restore: 'Une restauration est en cours. Les sauvegardes attendent qu’elle se termine.',
      restoreUntil:
        'Une restauration attend confirmation. Sans elle, l’équipement reviendra automatiquement en arrière :',
      lastSuccess: 'Dernier succès',
      staleAt: 'Périmé',
      nextRun: 'Prochaine exécution',
    },
    action: {
      test: 'Tester la connexion',
      backUp: 'Sauvegarder',
      edit: 'Modifier',
      enable: 'Activer',
      disable: 'Désactiver',
      decommission: 'Retirer du service',
      reinstate: 'Remettre en service',
    },
    decommission: {
      title: 'Retirer {name} du service',
      hint: 'Les sauvegardes cessent et les exécutions en attente sont annulées. Les sauvegardes existantes restent lisibles jusqu’à leur date de suppression, affichée ensuite ici. Jusque-là, vous pouvez remettre l’équipement en service.',
    },
    reinstate: {
      title: 'Remettre {name} en service',
      hint: 'Sa planification reprend, et ses sauvegardes ne sont pas supprimées.',
    },
  },
})
