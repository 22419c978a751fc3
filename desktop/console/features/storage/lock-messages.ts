import { defineMessages } from '../../language/define-messages.ts'

/** Texts of object locks. */
export const messages = defineMessages('objectLock', {
  en: {
    title: 'Object lock',
    state: { off: 'off', locked: 'on', unlocked: 'not everything is locked', uncounted: 'on, not counted yet' },
    off: 'Write access to the object store is enough to delete backups. To lock them in an S3 bucket, set BKP_S3_OBJECT_LOCK.',
    mode: 'Mode',
    modes: { compliance: 'Compliance', governance: 'Governance' },
    means: {
      compliance: 'No access key can delete a locked object or shorten its lock.',
      governance: 'An access key with the permission to bypass governance retention can remove locks.',
    },
    locked: 'Locked',
    unlocked: 'Not locked yet',
    advice:
      'The nightly task “Object locks” locks them. If the number does not fall within two days, check the result of the task under “Maintenance tasks”.',
    ends: 'First lock ends',
    none: 'nothing is locked',
    counted: 'Counted',
    objects: 'Packs and manifests that backups need',
    uncounted: 'The first count follows within minutes, then every 15 minutes.',
  },
  fr: {
    title: 'Verrouillage d’objets',
    state: {
      off: 'désactivé',
      locked: 'activé',
      unlocked: 'verrouillage incomplet',
      uncounted: 'activé, pas encore compté',
    },
    off: 'Un accès en écriture au stockage d’objets suffit pour supprimer des sauvegardes. Pour les verrouiller dans un compartiment S3, définissez BKP_S3_OBJECT_LOCK.',
    mode: 'Mode',
    modes: { compliance: 'Conformité (compliance)', governance: 'Gouvernance (governance)' },
    means: {
      compliance: 'Aucune clé d’accès ne permet de supprimer un objet verrouillé ni de raccourcir son verrou.',
      governance: 'Une clé d’accès autorisée à contourner la rétention en mode gouvernance peut retirer les verrous.',
    },
    locked: 'Verrouillés',
    unlocked: 'Pas encore verrouillés',
    advice:
      'La tâche de nuit « Verrous d’objets » les verrouille. Si leur nombre ne diminue pas en deux jours, vérifiez le résultat de cette tâche sous « Tâches de maintenance ».',
    ends: 'Fin du premier verrou',
    none: 'aucun objet verrouillé',
    counted: 'Compté',
    objects: 'Paquets et manifestes dont les sauvegardes ont besoin',
    uncounted: 'Le premier comptage a lieu dans quelques minutes, puis toutes les 15 minutes.',
  },
})
