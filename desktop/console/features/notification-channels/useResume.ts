import { useApi } from '../../client/session.ts'
import { useMessages } from '../../language/useMessages.ts'
import { useAttempt } from '../../ui/useAttempt.ts'
import type { Channel } from './channel-state.ts'
import { messages } from './messages.ts'

/** Resumes a stopped or disabled channel. */
export function useResume(done: () => void) {
  const api = useApi()
  const { t } = useMessages(messages)
  const { attempt, working: resuming } = useAttempt()

  function resume({ id }: Channel) {
    return attempt(
      async () => {
        await api.PATCH('/api/notification-channels/{channel_id}', {
          params: { path: { channel_id: id } },
          body: { enabled: true },
        })
        done()
      },
      () => t('resumed'),
    )
  }

  return { resume, resuming }
}
