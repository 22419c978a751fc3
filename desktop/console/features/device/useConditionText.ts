import { useMessages } from '../../language/useMessages.ts'
import { messages as uiMessages } from '../../ui/messages.ts'
import { messages } from './action-messages.ts'
import type { Condition } from './device-condition.ts'

/** Returns a function that names a condition in the reader's language. */
export function useConditionText(): (condition: Condition) => string {
  const { t } = useMessages(messages)
  const { t: ofState } = useMessages(uiMessages)
  return (condition) =>
    condition === 'suspicious' || condition === 'drifted'
      ? t(`condition.${condition}`)
      : ofState(`deviceState.${condition}`)
}
