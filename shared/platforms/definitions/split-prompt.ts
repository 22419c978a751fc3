import { parsePattern, UnsupportedPattern } from '../../search/parse-pattern.ts'
import { type Atom, groupContent, joinAtoms, optionsOf, parseAtoms } from './pattern-atoms.ts'

/** A prompt as a document describes it. */
export interface SplitPrompt {
  /** A line above the prompt. */
  lead?: string
  host: string
  /** The characters of which the prompt ends with one. */
  ends: string
}

/** A prompt of a document ends with at most as many different characters. */
const maxEnds = 4

/**
 * Splits the pattern of a whole prompt into the line above it, the part that identifies the device, and its last
 * character. @returns null if the pattern does not end with one of at most four characters
 */
export function splitPrompt(pattern: string): SplitPrompt | null {
  const atoms = parseAtoms(pattern)
  if (!atoms) return null
  const { lead, rest } = splitLead(atoms)
  const line = trimmed(rest)
  const whole = line.length === 1 && line[0]?.quantifier === '' ? groupContent(line[0]) : undefined
  if (whole !== undefined && optionsOf(whole).length === 1) {
    const inner = splitPrompt(whole)
    return inner && { ...(lead !== undefined && { lead }), ...inner }
  }
  const last = line.pop()
  const ends = last && last.quantifier === '' ? characters(last.text) : undefined
  if (ends === undefined) return null
  const host = joinAtoms(line)
  return { ...(lead !== undefined && { lead }), host: host === '' ? '(?:)' : host, ends }
}

/** Returns a pattern that ignores the case of letters where it has any beside those of classes such as `\w`. */
export function caseless(pattern: string): string {
  return /[A-Za-z]/.test(pattern.replace(/\\x[0-9a-fA-F]{2}|\\.|a-zA-Z|A-Za-z/g, '')) ? `(?i)${pattern}` : pattern
}

function splitLead(atoms: readonly Atom[]): { lead?: string; rest: readonly Atom[] } {
  const newline = atoms.findLastIndex(({ text }) => text === '\\n')
  if (newline !== -1) {
    const above = joinAtoms(trimmed(atoms.slice(0, newline)))
    return { lead: `^${above}$`, rest: atoms.slice(newline + 1) }
  }
  const from = atoms[0]?.text === '^' ? 1 : 0
  const content = atoms[from] && groupContent(atoms[from])
  if (!content?.endsWith('\\n') || content.endsWith('\\\\n')) return { rest: atoms }
  return { lead: `^${content.slice(0, -2)}$`, rest: atoms.slice(from + 1) }
}

/** Returns the atoms without anchors at the start, and without blanks and anchors at the end. */
function trimmed(atoms: readonly Atom[]): Atom[] {
  const from = atoms.findIndex(({ text }) => text !== '^')
  const to = atoms.findLastIndex(({ text }) => text !== '$' && text !== '\\s' && text !== ' ')
  return from === -1 ? [] : atoms.slice(from, to + 1)
}

/** Returns the characters of which an atom is one; undefined if they are too many or no printable ones. */
function characters(atom: string): string | undefined {
  const content = groupContent({ text: atom, quantifier: '' })
  if (content !== undefined) {
    const single = optionsOf(content).map(characters)
    return single.every((one) => one?.length === 1) && single.length <= maxEnds ? single.join('') : undefined
  }
  const parsed = parseAtom(atom)
  if (parsed?.kind !== 'set' || parsed.isNegated) return undefined
  const codes = parsed.ranges.flatMap(([low, high]) =>
    high - low >= maxEnds ? [NaN] : Array.from({ length: high - low + 1 }, (_, at) => low + at),
  )
  const isPrintable = codes.every((code) => code > 32 && code < 127)
  return isPrintable && codes.length <= maxEnds ? String.fromCharCode(...codes) : undefined
}

function parseAtom(pattern: string) {
  try {
    return parsePattern(pattern)
  } catch (error) {
    if (error instanceof UnsupportedPattern) return undefined
    throw error
  }
}
