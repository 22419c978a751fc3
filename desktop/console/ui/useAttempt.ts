import { useMessage } from 'naive-ui'
import { failureSentence, isApprovalRequested } from './problem.ts'
import { useSingleFlight } from './useSingleFlight.ts'
import { visibleText } from './visible-text.ts'

/**
 * An action of a button, one at a time. An error is a toast in the user's language.
 * @returns `attempt` never throws; `done` is the text on success
 */
export function useAttempt() {
  const message = useMessage()
  const { working, failure, run } = useSingleFlight((work: () => Promise<unknown>) => work())

  async function attempt(work: () => Promise<unknown>, done?: () => string): Promise<void> {
    if (working.value) return
    await run(work)
    if (failure.value) {
      const show = isApprovalRequested(failure.value) ? message.info : message.error
      show(visibleText(failureSentence(failure.value)), refusalToast)
    } else if (done) message.success(visibleText(done()))
  }

  return { attempt, working }
}

/** An error has a sentence or two: it stays long enough to be read, and can be closed. */
export const refusalToast = { duration: 10_000, closable: true }
