import { hasOddQuotes } from './unbalanced-quotes.ts'

/** One statement of a Junos configuration in braces. */
export interface JunosStatement {
  /** Words of the enclosing statements, the outermost first. */
  path: readonly string[]
  /** Its own words, without quotation marks, brackets and `inactive:`; at least one. */
  words: readonly string[]
  isInactive: boolean
}

interface Block {
  path: readonly string[]
  statements: JunosStatement[]
  /** `apply-flags omit`, which `display set` obeys, or a comment in place of content that the account may not see. */
  isHidden: boolean
}

const confTokens = /\/\*[\s\S]*?\*\/|(?<!\S)#[^\n]*|"(?:\\[\s\S]|[^"\\])*"|[{};]|[^\s{};"]+/g

/** Markers that are not part of a statement. A statement after `inactive:` is deactivated. */
const markers = new Set(['inactive:', 'protect:', 'replace:', '[', ']'])

/**
 * Returns the statements of a configuration in braces, in order: each that ends in `;` and each with empty braces.
 * Omits comments, `version`, and blocks that `display set` does not show.
 * @param text latin1
 */
export function junosStatements(text: string): JunosStatement[] {
  const blocks: Block[] = [{ path: [], statements: [], isHidden: false }]
  let tokens: string[] = []
  const innermost = () => blocks.at(-1) as Block
  const take = (): JunosStatement => {
    const statement = {
      path: innermost().path,
      words: tokens.filter((word) => !markers.has(word)).map(withoutQuotes),
      isInactive: tokens.includes('inactive:'),
    }
    tokens = []
    return statement
  }
  for (const [token] of text.matchAll(confTokens)) {
    if (token.startsWith('#')) continue
    if (token.startsWith('/*')) {
      if (tokens.length === 0 && /\b(?:ACCESS-DENIED|OMITTED)\b/.test(token)) innermost().isHidden = true
    } else if (token === '{') {
      const { path, words, isInactive } = take()
      // the block represents its statement if it is empty, and its deactivation
      const opening = { path, words, isInactive }
      blocks.push({ path: [...path, ...words], statements: [opening], isHidden: false })
    } else if (token === '}') {
      const [opening, ...inside] = innermost().statements
      const { isHidden } = innermost()
      if (blocks.length > 1) blocks.pop()
      if (isHidden || !opening) continue
      const isNeeded = inside.length === 0 || opening.isInactive
      for (const statement of isNeeded ? [...inside, opening] : inside) innermost().statements.push(statement)
    } else if (token === ';') {
      const statement = take()
      if (statement.words.join(' ') === 'apply-flags omit') innermost().isHidden = true
      if (statement.words.length > 0) innermost().statements.push(statement)
    } else tokens.push(token)
  }
  return innermost().statements.filter(({ path, words }) => path.length > 0 || words[0] !== 'version')
}

const setTokens = /"(?:\\[\s\S]|[^"\\])*"|[^\s"]+/g

/** Separates words; it occurs in no configuration. */
const between = '\0'

/** Returns how many statements of the form with braces the set form lacks. Both are latin1. */
export function countMissingOfConf(set: string, conf: string): number {
  const isShown = createSetIndex(set)
  return junosStatements(conf).filter((statement) => !isShown(statement)).length
}

/**
 * Yields the words of each line of the set form, without quotation marks. The first is `set`, `deactivate` or similar.
 */
export function* junosSetLines(text: string): Generator<string[]> {
  for (const line of wholeLines(text)) yield (line.match(setTokens) ?? []).map(withoutQuotes)
}

function createSetIndex(text: string): (statement: JunosStatement) => boolean {
  const set: string[] = []
  const deactivated: string[] = []
  for (const [verb, ...words] of junosSetLines(text)) {
    if (verb === 'set') set.push(words.join(between))
    else if (verb === 'deactivate') deactivated.push(words.join(between))
  }
  set.sort()
  deactivated.sort()
  return ({ path, words, isInactive }) => {
    const scope = [...path, ...words.slice(0, 1)]
    if (isInactive && linesBelow(deactivated, scope).length === 0) return false
    if (linesBelow(set, [...path, ...words]).length > 0) return true
    // one line in braces may be several in the set form: lists, or `file f size 1m` as `file f` and `file size 1m`
    return [[...path, ...words.slice(0, 2)], scope].some((above) => {
      const shown = new Set(linesBelow(set, above).flatMap((line) => line.split(between).slice(path.length)))
      return shown.size > 0 && words.every((word) => shown.has(word))
    })
  }
}

/** Yields the lines of the set form. A quoted value with several lines is one. */
function* wholeLines(text: string): Generator<string> {
  let begun: string[] = []
  let isQuoted = false
  for (const line of text.split('\n')) {
    begun.push(line)
    if (hasOddQuotes(line)) isQuoted = !isQuoted
    if (isQuoted) continue
    yield begun.join('\n')
    begun = []
  }
  if (begun.length > 0) yield begun.join('\n')
}

/** @param lines sorted */
function linesBelow(lines: readonly string[], words: readonly string[]): string[] {
  const scope = words.join(between)
  let from = 0
  for (let to = lines.length; from < to;) {
    const middle = (from + to) >> 1
    if ((lines[middle] as string) < scope) from = middle + 1
    else to = middle
  }
  let end = from
  while (lines[end] === scope || lines[end]?.startsWith(scope + between)) end++
  return lines.slice(from, end)
}

function withoutQuotes(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1) : word
}
