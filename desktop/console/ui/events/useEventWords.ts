import { useMessages } from '../../language/useWords.ts'
import { type EventGroup, type Severity, eventTypes } from './event-groups.ts'
import { eventWords } from './words.ts'

const known = new Set<string>(eventTypes)

/** Texts of events; unknown types are shown unchanged. */
export function useEventWords() {
  const { t } = useMessages(eventWords)
  return {
    ofEvent: (type: string) => (known.has(type) ? t(`event.${type}` as Parameters<typeof t>[0]) : type),
    ofGroup: (group: EventGroup) => t(`group.${group}`),
    ofSeverity: (severity: Severity) => t(`severity.${severity}`),
  }
}
