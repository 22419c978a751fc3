import { defineMessages } from '../../language/define-messages.ts'

/** Texts of exceptions. */
export const messages = defineMessages('report', {
  en: {
    tabs: { label: 'Reports', day: 'Day', period: 'Period', schedules: 'By mail', sent: 'Sent' },
    reason: {
      failed: 'failed',
      blocked: 'blocked',
      damaged: 'damaged',
      stale: 'stale',
      never: 'never backed up',
      partial: 'partial',
      suspicious: 'suspicious',
      host_not_compared: 'host not compared',
      drifted: 'drifted',
    },
  },
  fr: {
    tabs: { label: 'Rapports', day: 'Jour', period: 'Période', schedules: 'Par e-mail', sent: 'Envoyés' },
    reason: {
      failed: 'en échec',
      blocked: 'bloqué',
      damaged: 'endommagé',
      stale: 'périmé',
      never: 'jamais sauvegardé',
      partial: 'partiel',
      suspicious: 'suspect',
      host_not_compared: 'hôte non comparé',
      drifted: 'en écart',
    },
  },
})
