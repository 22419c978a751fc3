import type { DefinitionPart, Draft, SourceLocation } from './draft.ts'
import type { Statement } from './ruby-statements.ts'
import type { Token } from './ruby-tokens.ts'

/** What the parts of a model share. */
export interface ModelContext {
  draft: Draft
  placeOf: (statement: Statement, part: DefinitionPart) => SourceLocation
  /** Returns the pattern of a token, also of one that names a constant. */
  patternOf: (token: Token | undefined) => string | undefined
}
