import { useApi } from '../../client/session.ts'
import { useMessages } from '../../language/useMessages.ts'
import { useAttempt } from '../../ui/useAttempt.ts'
import type { Webhook } from './webhook-state.ts'
import { messages } from './messages.ts'

/** Resumes a stopped or disabled webhook. */
export function useResume(done: () => void) {
  const api = useApi()
  const { t } = useMessages(messages)
  const { attempt, working: resuming } = useAttempt()

  function resume({ id }: Webhook) {
    return attempt(
      async () => {
        await api.PATCH('/api/webhooks/{webhook_id}', { params: { path: { webhook_id: id } }, body: { enabled: true } })
        done()
      },
      () => t('resumed'),
    )
  }

  return { resume, resuming }
}
