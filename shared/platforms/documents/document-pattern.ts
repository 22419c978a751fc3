import { type MessageOf, message } from '../../messages/message.ts'
import { LinearPattern } from '../../search/linear-pattern.ts'
import { UnsupportedPattern } from '../../search/parse-pattern.ts'

/** Returns a pattern of a document. One that begins with `(?i)` ignores the case of ASCII letters. */
export function documentPattern(source: string): LinearPattern {
  return source.startsWith('(?i)') ? new LinearPattern(source.slice(4), 'i') : new LinearPattern(source)
}

export type PatternErrorCode = 'document_pattern_not_ascii' | 'document_pattern_refused'

/** Returns why a pattern of a document is not supported. */
export function whyPatternRefused(source: string): MessageOf<PatternErrorCode> | undefined {
  if (!/^[ -~]*$/.test(source)) return message('document_pattern_not_ascii')
  try {
    documentPattern(source).check()
    return undefined
  } catch (error) {
    if (error instanceof UnsupportedPattern) return message('document_pattern_refused', { reason: error.reason })
    if (error instanceof SyntaxError) {
      const reason = message('pattern_group_unknown', { position: 1 })
      return message('document_pattern_refused', { reason })
    }
    throw error
  }
}

/** Returns the groups of a pattern that `whyPatternRefused` accepts. */
export function groupsOf(source: string): { groups: number; names: string[] } {
  return documentPattern(source).check()
}
