import { createBracketInspector } from '../balanced-brackets.ts'
import type { TextChecks } from '../requests.ts'
import type { CompleteSection, PlatformDocument } from './document.ts'
import { documentPattern } from './document-pattern.ts'

/** Returns how a complete text is recognised, and which facts it contains. */
export function compileChecks(document: PlatformDocument, key: string, section: CompleteSection): TextChecks {
  const { first, last, contains, min_lines: minLines } = section
  const facts = document.facts?.[key]
  return {
    ...(typeof first === 'string' && { firstLine: documentPattern(first) }),
    ...(typeof last === 'string' && { lastLine: documentPattern(last) }),
    ...(contains && { requiredLines: contains.map(documentPattern) }),
    ...(typeof minLines === 'number' && { wholeAccount: { minLines, requiredLines: [] } }),
    ...(facts && { facts: facts.map(documentPattern) }),
  }
}

/** Returns the inspector of a text whose brackets prove that it is complete. */
export function compileInspector({ brackets }: CompleteSection) {
  return brackets ? { inspect: () => createBracketInspector() } : {}
}
