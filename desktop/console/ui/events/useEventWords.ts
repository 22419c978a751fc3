import { useMessages } from '../../language/useWords.ts'
import { type EventGroup, type Severity, eventTypes } from './event-groups.ts'
import { eventWords } from './words.ts'

const known = new Set<string>(eventTypes)

/** What happened in words; a type that this console does not know is told as it is. */
export function useEventWords() {
  const { t } = useMessages(eventWords)
  return {
    ofEvent: (type: string) => (known.has(type) ? t(`event.${type}` as Parameters<typeof t>[0]) : type),
    ofGroup: (group: EventGroup) => t(`group.${group}`),
    ofSeverity: (severity: Severity) => t(`severity.${severity}`),
  }
}
