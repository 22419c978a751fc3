import { message } from '../../messages/message.ts'
import { documentLimits } from '../documents/schema.ts'
import type { DocumentError } from '../documents/yaml-source.ts'
import { convertOxidized } from './convert-oxidized.ts'
import type { Draft } from './draft.ts'
import { type Statement, parseStatements } from './ruby-statements.ts'
import { RubySyntaxError } from './ruby-tokens.ts'

/** Reads the class of an Oxidized model. Only texts, patterns and the nesting of blocks are found: no Ruby runs. */
export function readOxidized(text: string): { draft: Draft } | { error: DocumentError } {
  const at = (line: number, column: number, reason: DocumentError['reason']) => ({
    error: { line, column, path: '', reason },
  })
  if (Buffer.byteLength(text) > documentLimits.bytes)
    return at(1, 1, message('document_too_large', { max: documentLimits.bytes }))
  try {
    const model = parseStatements(text).find(isModel)
    if (!model) return at(1, 1, message('document_no_oxidized_model'))
    return { draft: convertOxidized(model.block ?? [], text.split(/\r?\n/)) }
  } catch (error) {
    if (error instanceof RubySyntaxError) return at(error.line, error.column, message('document_ruby_unreadable'))
    throw error
  }
}

function isModel({ tokens }: Statement): boolean {
  return tokens[0]?.text === 'class' && tokens.some(({ text }) => text === 'Oxidized')
}
