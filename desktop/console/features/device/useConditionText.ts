import { useMessages } from '../../language/useWords.ts'
import { words as uiWords } from '../../ui/words.ts'
import { words } from './action-words.ts'
import type { Condition } from './device-condition.ts'

/** Returns a function that names a condition in the reader's language. */
export function useConditionText(): (condition: Condition) => string {
  const { t } = useMessages(words)
  const { t: ofState } = useMessages(uiWords)
  return (condition) =>
    condition === 'suspicious' || condition === 'drifted'
      ? t(`condition.${condition}`)
      : ofState(`deviceState.${condition}`)
}
