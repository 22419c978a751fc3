import { joinAtoms, parseAtoms } from './pattern-atoms.ts'
import type { Token } from './ruby-tokens.ts'

/** Longer patterns are not read: a document has none. */
const maxLength = 500

const rewritten: readonly [RegExp, string][] = [
  [/^\\A/, '^'],
  [/^\\[zZ]/, '$'],
  [/^\\h/, '[0-9a-fA-F]'],
  [/^\\e/, '\\x1b'],
  [/^\\0/, '\\x00'],
]

/** Returns the pattern of a token in the syntax of documents; undefined if code computes it, or for other tokens. */
export function patternIn({ kind, text, flags, isComputed }: Token): string | undefined {
  if (kind !== 'regex' || isComputed || /[mx]/.test(flags) || text.length > maxLength) return undefined
  const pattern = text.replace(/\\[^]|[^\\]+/g, (part) => {
    const found = rewritten.find(([from]) => from.test(part))
    return found ? found[1] : part
  })
  return flags.includes('i') ? `(?i)${pattern}` : pattern
}

/** Returns a pattern whose groups capture nothing. */
export function uncaptured(pattern: string): string {
  return pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\((?!\?)|\(\?<\w+>/g, (part) =>
    part.startsWith('(') ? '(?:' : part,
  )
}

/** Returns a pattern whose only group is its whole match. */
export function wholeMatch(pattern: string): string {
  const { flag, body } = splitFlag(pattern)
  return `${flag}(${uncaptured(body)})`
}

function splitFlag(pattern: string): { flag: string; body: string } {
  const flag = pattern.startsWith('(?i)') ? '(?i)' : ''
  return { flag, body: pattern.slice(flag.length) }
}

/**
 * Returns a pattern whose groups are what a replacement removes: everything but the groups that it repeats as `\1`. Returns
 * undefined if the pattern has alternatives at its outermost level, or if the replacement repeats all of it.
 */
export function removedParts(pattern: string, replacement: string): string | undefined {
  const repeated = new Set([...replacement.matchAll(/\\(\d)/g)].map(([, index]) => Number(index)))
  const { flag, body } = splitFlag(pattern)
  if (repeated.size === 0) return keepsText(body, replacement) ? pattern : wholeMatch(pattern)
  const atoms = parseAtoms(body)
  if (!atoms) return undefined
  const parts: { text: string; isKept: boolean }[] = []
  let index = 0
  for (const atom of atoms) {
    const text = joinAtoms([atom])
    const isGroup = /^\((?!\?[:=!<])|^\(\?<\w/.test(text)
    const isKept = (isGroup && repeated.has(index + 1)) || text === '^' || text === '$'
    index += groupsIn(text)
    const last = parts.at(-1)
    if (last?.isKept === isKept) last.text += text
    else parts.push({ text, isKept })
  }
  if (parts.every(({ isKept }) => isKept)) return undefined
  return flag + parts.map(({ text, isKept }) => (isKept ? uncaptured(text) : `(${uncaptured(text)})`)).join('')
}

/** Whether a replacement repeats the text before the only group of a pattern, so that it removes the group alone. */
function keepsText(body: string, replacement: string): boolean {
  const [, before] = /^\^?([\w \-:=]+)\((?!\?)[^()|]*\)$/.exec(body) ?? []
  return before !== undefined && replacement.startsWith(before)
}

function groupsIn(pattern: string): number {
  return [...pattern.matchAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\((?!\?)|\(\?<\w+>/g)].filter(([part]) =>
    part.startsWith('('),
  ).length
}
