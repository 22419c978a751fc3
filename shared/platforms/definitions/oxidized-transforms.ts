import { message } from '../../messages/message.ts'
import type { ModelContext } from './model-context.ts'
import type { SourceLocation } from './draft.ts'
import { optionsOf } from './pattern-atoms.ts'
import { allTokens } from './ruby-call.ts'
import { removedParts, wholeMatch } from './ruby-pattern.ts'
import type { Statement } from './ruby-statements.ts'
import type { Token } from './ruby-tokens.ts'

/** Words of statements that cut echo and prompt, or turn the text into comments. */
const trimming: ReadonlySet<string> = new Set(
  'cfg clone comment cut_both cut_head cut_tail delete delete! each_line join lines rstrip strip to_a'.split(' '),
)

/** Converts a statement that changes the output of a command. @param artifact undefined: of all commands */
export function convertTransform(statement: Statement, artifact: string | undefined, context: ModelContext): void {
  const { draft, placeOf } = context
  const tokens = allTokens(statement)
  const place = placeOf(statement, 'ignored')
  if (isTrimming(tokens)) {
    const isResult = tokens.length === 1
    if (!isResult) draft.leftOut(place, message('definition_terminal_needless'))
    return
  }
  const replaced = replacementIn(statement, context)
  if (replaced && hidesSecret(`${replaced.pattern} ${replaced.by}`)) return convertSecret(statement, context)
  if (replaced?.by === '') return draft.addComparison(place, 'ignored', replaced.pattern, artifact)
  if (replaced) {
    const pattern = removedParts(replaced.pattern, replaced.by)
    if (pattern !== undefined) return draft.addComparison(place, 'volatile', pattern, artifact)
  }
  const rejected = rejectedLines(tokens, context)
  if (!rejected) return draft.lost(placeOf(statement, 'other'), message('definition_code_not_read'))
  for (const { pattern, line } of rejected) {
    const at = { ...statement, line }
    if (hidesSecret(pattern)) draft.addSecret(placeOf(at, 'secret'), wholeMatch(wholeLine(pattern)))
    else draft.addComparison(placeOf(at, 'ignored'), 'ignored', wholeLine(pattern), artifact)
  }
}

/** Whether a pattern or a replacement names a secret. A rule for lines that change would hide that the secret changed. */
function hidesSecret(text: string): boolean {
  return /passw|passphrase|secret|community|hidden|psk|token|credential|\bkey\b/i.test(text)
}

/** Converts a statement that hides a secret. */
export function convertSecret(statement: Statement, context: ModelContext): void {
  const { draft, placeOf } = context
  if (statement.tokens.length === 1 && statement.tokens[0]?.text === 'cfg') return
  const place: SourceLocation = placeOf(statement, 'secret')
  const replaced = replacementIn(statement, context)
  const pattern = replaced && removedParts(replaced.pattern, replaced.by)
  if (pattern === undefined) return draft.lost(place, message('definition_code_not_read'))
  draft.addSecret(place, pattern)
}

function isTrimming(tokens: readonly Token[]): boolean {
  return tokens.every(
    ({ kind, text }) =>
      kind === 'mark' || (kind === 'word' && trimming.has(text)) || (kind === 'string' && text.trim() === ''),
  )
}

/** Returns what `cfg.gsub! /pattern/, 'text'` replaces. */
function replacementIn({ tokens, block }: Statement, { patternOf }: ModelContext) {
  const at = tokens.findIndex(({ kind, text }) => kind === 'word' && /^g?sub!?$/.test(text))
  if (at === -1 || block || tokens[at - 1]?.text !== '.') return undefined
  const [target, comma, by, ...others] = tokens
    .slice(at + 1)
    .filter(({ text, kind }) => kind !== 'mark' || !/^[()]$/.test(text))
  const pattern = patternOf(target)
  const isWhole = pattern !== undefined && comma?.text === ',' && by?.kind === 'string' && !by.isComputed
  const isBefore = tokens.slice(0, at - 1).every(({ text }) => /^(?:cfg|=)$/.test(text))
  return isWhole && isBefore && others.length === 0 ? { pattern, by: by.text } : undefined
}

/** Returns the patterns of lines that `reject` or `grep_v` removes; undefined for other code. */
function rejectedLines(tokens: readonly Token[], { patternOf }: ModelContext) {
  const isRejecting = tokens.some(({ kind, text }) => kind === 'word' && /^(?:grep_v|reject|reject_lines)$/.test(text))
  const isSimple = tokens.every(
    ({ kind, text }) =>
      kind !== 'word' || trimming.has(text) || /^(?:do|grep_v|l|line|match\??|reject|reject_lines)$/.test(text),
  )
  const patterns = tokens
    .filter(({ kind }) => kind === 'regex')
    .map((token) => ({ pattern: patternOf(token), line: token.line }))
  const known = patterns.flatMap(({ pattern, line }) => (pattern === undefined ? [] : [{ pattern, line }]))
  const isKnown = known.length === patterns.length && known.length > 0
  return isRejecting && isSimple && isKnown && !tokens.some(({ text }) => text === '!' || text === '&&')
    ? known
    : undefined
}

/** Returns a pattern of the whole line in which another one is found. */
function wholeLine(pattern: string): string {
  const flag = pattern.startsWith('(?i)') ? '(?i)' : ''
  const body = pattern.slice(flag.length)
  const isOne = optionsOf(body).length === 1
  return isOne && body.startsWith('^') ? `${flag}${body}.*` : `${flag}^.*(?:${body}).*`
}
