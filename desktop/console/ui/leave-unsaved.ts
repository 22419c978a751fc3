import { shallowRef } from 'vue'

const asked = shallowRef<{ answer: (leave: boolean) => void }>()

/** Whether the question is shown, and how the dialog answers. */
export const unsavedQuestion = {
  get isOpen(): boolean {
    return asked.value !== undefined
  },
  answer(leave: boolean): void {
    asked.value?.answer(leave)
    asked.value = undefined
  },
}

/** Asks whether to leave a page with unsaved changes. A second question answers the first with no. */
export function askToLeave(): Promise<boolean> {
  unsavedQuestion.answer(false)
  return new Promise((answer) => (asked.value = { answer }))
}

/** A part of an address. */
interface Place {
  path: string
  query: Readonly<Record<string, unknown>>
}

/** Returns whether two addresses of one page are of different objects, or differ in one of these query parts. */
export function isElsewhere(to: Place, from: Place, parts: readonly string[]): boolean {
  if (to.path !== from.path) return true
  return parts.some((part) => String(to.query[part] ?? '') !== String(from.query[part] ?? ''))
}
