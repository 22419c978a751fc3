import { visibleText } from './visible-text.ts'

/** What a person or a device said, for a tooltip: a system draws it as it stands there, so nothing unseen is left in it. */
export function hint(text: string | null | undefined): string | undefined {
  return text ? visibleText(text) : undefined
}
