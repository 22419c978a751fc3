/** A part of a regular expression with what repeats it, such as `[a-z]` with `{1,63}`. */
export interface Atom {
  text: string
  quantifier: string
}

const quantifier = /(?:[*+?]|\{(?:\d+(?:,\d*)?|,\d+)\})[?+]?/y

/**
 * Splits a pattern of PCRE or Ruby into its outermost parts; null if it has alternatives there, or a bracket without
 * its counterpart. Possessive quantifiers become greedy ones, `{,n}` becomes `{0,n}`, and a limit above 255 is omitted: none
 * accepts less.
 */
export function parseAtoms(pattern: string): Atom[] | null {
  const atoms: Atom[] = []
  for (let at = 0; at < pattern.length;) {
    const end = atomEnd(pattern, at)
    if (end === undefined || pattern[at] === '|') return null
    quantifier.lastIndex = end
    const [repeated = ''] = quantifier.exec(pattern) ?? []
    atoms.push({ text: inside(pattern.slice(at, end)), quantifier: greedy(repeated) })
    at = end + repeated.length
  }
  return atoms
}

/** Returns the pattern of atoms. */
export function joinAtoms(atoms: readonly Atom[]): string {
  return atoms.map(({ text, quantifier: repeated }) => text + repeated).join('')
}

/** Returns what a group contains, without its brackets and their prefix; undefined for other atoms. */
export function groupContent({ text }: Atom): string | undefined {
  return /^\((?:\?:|\?<\w+>)?([^]*)\)$/.exec(text)?.[1]
}

function atomEnd(pattern: string, at: number): number | undefined {
  const char = pattern[at]
  if (char === '\\') return at + (/^\\x[0-9a-fA-F]{2}/.test(pattern.slice(at, at + 4)) ? 4 : 2)
  if (char === '[') return classEnd(pattern, at)
  if (char === ')') return undefined
  return char === '(' ? groupEnd(pattern, at) : at + 1
}

function classEnd(pattern: string, from: number): number | undefined {
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === ']' && at > from + 1) return at + 1
  }
  return undefined
}

function groupEnd(pattern: string, from: number): number | undefined {
  for (let at = from + 1; at < pattern.length;) {
    if (pattern[at] === ')') return at + 1
    const end = atomEnd(pattern, at)
    if (end === undefined) return undefined
    at = end
  }
  return undefined
}

/** Converts the quantifiers within a group. */
function inside(text: string): string {
  if (!text.startsWith('(')) return text
  const prefix = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(text)?.[0] ?? '('
  const options = optionsOf(text.slice(prefix.length, -1))
  return `${prefix}${options.map((option) => joinAtoms(parseAtoms(option) ?? [{ text: option, quantifier: '' }])).join('|')})`
}

/** Splits a pattern at its outermost `|`. */
export function optionsOf(pattern: string): string[] {
  const options = ['']
  for (let at = 0; at < pattern.length;) {
    const end = atomEnd(pattern, at) ?? at + 1
    if (pattern[at] === '|') options.push('')
    else options[options.length - 1] += pattern.slice(at, end)
    at = end
  }
  return options
}

/** A count of more than 255 characters is no limit in practice, but makes an automaton large. */
function greedy(repeated: string): string {
  const [, min, max] = /^\{(\d*),(\d+)\}/.exec(repeated) ?? []
  if (min !== undefined && Number(max) > 255) return `{${Number(min)},}`
  return repeated.replace(/(?<=.)\+$/, '').replace(/^\{,/, '{0,')
}
