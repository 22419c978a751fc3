import { visibleText } from './visible-text.ts'

/** Returns user or device text for a tooltip, with invisible characters made visible: systems render it unchanged. */
export function hint(text: string | null | undefined): string | undefined {
  return text ? visibleText(text) : undefined
}
