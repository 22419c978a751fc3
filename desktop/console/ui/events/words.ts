import { defineWords } from '../../language/words.ts'

/** What happens, in a few words each, as docs/events.md has it. */
export const eventWords = defineWords('events', {
  en: {
    severity: { info: 'information', warning: 'warning', critical: 'critical' },
    group: {
      runs: 'Backups',
      devices: 'Devices',
      configurations: 'Configurations',
      trust: 'Trust',
      restores: 'Restores',
      agents: 'Agents',
      soundness: 'Stored backups',
      deletion: 'Destruction',
      service: 'Service',
      installation: 'Installation',
    },
    event: {
      run: {
        changed: 'a backup found something new',
        partial: 'a backup brought only a part',
        failed: 'a backup failed',
        blocked: 'a backup was blocked: nobody trusts the device',
      },
      device: { recovered: 'a device is backed up again', stale: 'a device is stale' },
      version: { written: 'a new version was stored', suspicious: 'a version looks suspicious' },
      artifact: { drifted: 'a configuration left its pinned version', aligned: 'it is as pinned again' },
      fingerprint: { pending: 'a fingerprint waits for somebody', changed: 'a known device shows another fingerprint' },
      restore: { state: 'a restore goes on, ends or waits for its confirmation' },
      agent: {
        online: 'an agent is back',
        offline: 'an agent is silent',
        cloned: 'an agent runs twice',
        rewound: 'an agent was put back to an older state',
        lab_mode: 'an agent entered or left lab mode',
      },
      integrity: { damaged: 'a stored backup is damaged', healed: 'a damaged backup is whole again' },
      report: { frozen: 'the daily report is recorded' },
      storage: { low: 'the storage is nearly full', enough: 'the storage has room again' },
      destruction: {
        requested: 'a destruction of keys or a customer was requested',
        withdrawn: 'a destruction was withdrawn',
        completed: 'a destruction is done',
      },
      settings: { changed: 'a setting was changed' },
      webhook: { disabled: 'a webhook was stopped' },
    },
  },
  fr: {
    severity: { info: 'information', warning: 'avertissement', critical: 'critique' },
    group: {
      runs: 'Sauvegardes',
      devices: 'Équipements',
      configurations: 'Configurations',
      trust: 'Confiance',
      restores: 'Restaurations',
      agents: 'Agents',
      soundness: 'Sauvegardes stockées',
      deletion: 'Destruction',
      service: 'Service',
      installation: 'Installation',
    },
    event: {
      run: {
        changed: 'une sauvegarde a trouvé du nouveau',
        partial: 'une sauvegarde n’a ramené qu’une partie',
        failed: 'une sauvegarde a échoué',
        blocked: 'une sauvegarde a été bloquée : personne n’a confiance en l’équipement',
      },
      device: { recovered: 'un équipement est à nouveau sauvegardé', stale: 'un équipement est périmé' },
      version: { written: 'une nouvelle version est stockée', suspicious: 'une version paraît suspecte' },
      artifact: {
        drifted: 'une configuration s’écarte de sa version épinglée',
        aligned: 'elle est à nouveau comme épinglée',
      },
      fingerprint: {
        pending: 'une empreinte attend quelqu’un',
        changed: 'un équipement connu montre une autre empreinte',
      },
      restore: { state: 'une restauration avance, se termine ou attend sa confirmation' },
      agent: {
        online: 'un agent est revenu',
        offline: 'un agent se tait',
        cloned: 'un agent tourne deux fois',
        rewound: 'un agent est revenu à un état plus ancien',
        lab_mode: 'un agent est entré en mode labo ou en est sorti',
      },
      integrity: {
        damaged: 'une sauvegarde stockée est endommagée',
        healed: 'une sauvegarde endommagée est à nouveau entière',
      },
      report: { frozen: 'le rapport du jour est enregistré' },
      storage: { low: 'le stockage est presque plein', enough: 'le stockage a de nouveau de la place' },
      destruction: {
        requested: 'la destruction de clés ou d’un client a été demandée',
        withdrawn: 'une destruction a été annulée',
        completed: 'une destruction est terminée',
      },
      settings: { changed: 'un réglage a été changé' },
      webhook: { disabled: 'un webhook a été arrêté' },
    },
  },
})
