import type { LiveEvent } from '../../client/follow-events.ts'
import { useApi } from '../../client/session.ts'
import { useMessages } from '../../language/useMessages.ts'
import { useAttempt } from '../../ui/useAttempt.ts'
import { messages } from './messages.ts'

/**
 * Acknowledges an event.
 * @param done gets the event with its acknowledgement, which may be an earlier one of another user
 */
export function useAcknowledge(done: (event: LiveEvent) => void) {
  const api = useApi()
  const { t } = useMessages(messages)
  const { attempt, working } = useAttempt()

  function acknowledge({ id }: LiveEvent, note?: string) {
    return attempt(
      async () => {
        const params = { path: { event_id: id } }
        const { data } = await api.POST('/api/events/{event_id}/acknowledge', { params, body: note ? { note } : {} })
        if (data) done(data)
      },
      () => t('acknowledge.done'),
    )
  }

  return { acknowledge, working }
}

/** Returns whether the event can be acknowledged: it is a warning or critical, and not acknowledged yet. */
export function awaitsAcknowledgement({ severity, acknowledgement }: LiveEvent): boolean {
  return severity !== 'info' && acknowledgement === null
}
