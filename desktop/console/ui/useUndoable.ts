import { NButton, useMessage } from 'naive-ui'
import { h } from 'vue'
import { useMessages } from '../language/useMessages.ts'
import { messages } from './messages.ts'
import { useAttempt } from './useAttempt.ts'
import { visibleText } from './visible-text.ts'

const shownMs = 10_000

/** Shows what was done, with a button that undoes it. An error of `undo` is a toast. */
export function useUndoable() {
  const { t } = useMessages(messages)
  const message = useMessage()
  const { attempt } = useAttempt()

  return function showUndoable(text: string, undo: () => Promise<unknown>): void {
    const toast = message.success(
      () => [visibleText(text), ' ', h(NButton, { text: true, type: 'primary', onClick }, () => t('undo'))],
      { duration: shownMs, keepAliveOnHover: true },
    )
    function onClick() {
      toast.destroy()
      void attempt(undo, () => t('undone'))
    }
  }
}
