import { useMessage } from 'naive-ui'
import { failureSentence } from './problem.ts'
import { useSingleFlight } from './useSingleFlight.ts'
import { visibleText } from './visible-text.ts'

/**
 * Something that a button sends to the service, one at a time; a refusal is a toast in the person's language.
 * @returns `attempt` never throws, and `done` is what is said when it went well
 */
export function useAttempt() {
  const message = useMessage()
  const { working, failure, run } = useSingleFlight((work: () => Promise<unknown>) => work())

  async function attempt(work: () => Promise<unknown>, done?: () => string): Promise<void> {
    if (working.value) return
    await run(work)
    if (failure.value) message.error(visibleText(failureSentence(failure.value)), refusalToast)
    else if (done) message.success(visibleText(done()))
  }

  return { attempt, working }
}

/** A refusal is a sentence or two: it stays until it can be read, and can be closed. */
export const refusalToast = { duration: 10_000, closable: true }
