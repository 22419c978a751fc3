import { shallowRef } from 'vue'

const asked = shallowRef<{ answer: (leave: boolean) => void }>()

/** Whether the person is being asked, and what the dialog answers by. */
export const unsavedQuestion = {
  get isOpen(): boolean {
    return asked.value !== undefined
  },
  answer(leave: boolean): void {
    asked.value?.answer(leave)
    asked.value = undefined
  },
}

/** Asks whether a page with something unsaved may be left. A second question answers the first by staying. */
export function askToLeave(): Promise<boolean> {
  unsavedQuestion.answer(false)
  return new Promise((answer) => (asked.value = { answer }))
}

/** Of an address. */
interface Place {
  path: string
  query: Readonly<Record<string, unknown>>
}

/** Whether two addresses of one page are of different things, or differ in one of these parts of the query. */
export function isElsewhere(to: Place, from: Place, parts: readonly string[]): boolean {
  if (to.path !== from.path) return true
  return parts.some((part) => String(to.query[part] ?? '') !== String(from.query[part] ?? ''))
}
