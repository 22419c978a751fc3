import { type Language, type Messages, defineMessages } from '../../language/define-messages.ts'
import { eventTexts } from '../../../../shared/events/event-texts.ts'

/** Texts of events, as in docs/events.md. */
export const eventMessages = defineMessages('events', {
  en: {
    severity: { info: 'information', warning: 'warning', critical: 'critical' },
    group: {
      runs: 'Backups',
      devices: 'Devices',
      configurations: 'Configurations',
      trust: 'Trust',
      restores: 'Restores',
      agents: 'Agents',
      access: 'Users and access',
      soundness: 'Stored backups',
      deletion: 'Retention and destruction',
      service: 'Service',
      installation: 'Installation',
    },
    event: labels('en'),
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
      access: 'Utilisateurs et accès',
      soundness: 'Sauvegardes stockées',
      deletion: 'Conservation et destruction',
      service: 'Service',
      installation: 'Installation',
    },
    event: labels('fr'),
  },
})

/** Returns the labels of the event types, nested by the parts of their names: a point separates keys of messages. */
function labels(language: Language): Messages {
  const groups: Record<string, Record<string, string>> = {}
  for (const [type, { label }] of Object.entries(eventTexts[language].types)) {
    const [subject = '', change = ''] = type.split('.')
    groups[subject] = { ...groups[subject], [change]: label }
  }
  return groups
}
