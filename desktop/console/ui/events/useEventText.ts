import { useMessages } from '../../language/useMessages.ts'
import { type EventGroup, type Severity, eventTypes } from './event-groups.ts'
import { eventMessages } from './messages.ts'

const known = new Set<string>(eventTypes)

/** Texts of events; unknown types are shown unchanged. */
export function useEventText() {
  const { t } = useMessages(eventMessages)
  return {
    ofEvent: (type: string) => (known.has(type) ? t(`event.${type}` as Parameters<typeof t>[0]) : type),
    ofGroup: (group: EventGroup) => t(`group.${group}`),
    ofSeverity: (severity: Severity) => t(`severity.${severity}`),
  }
}
