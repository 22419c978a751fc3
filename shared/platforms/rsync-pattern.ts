/** A parsed rsync pattern. */
export interface RsyncPattern {
  /** Begins with `/`: it must match a whole path. */
  isWhole: boolean
  /** Has neither an inner slash nor `**`: it matches single names. */
  isName: boolean
  /**
   * Returns the maximum number of steps of `matches` for this text: its length times the pattern's, or 1 for a direct
   * comparison.
   */
  stepsFor(text: string): number
  /**
   * Returns whether it matches all of `text`. A pattern with an inner slash and no leading one may also match its end,
   * after a slash.
   */
  matches(text: string): boolean
}

/**
 * Parses a pattern as it applies to folders (rsync(1), PATTERN MATCHING RULES): `*` and `?` stop at a slash, `**` does
 * not, a trailing slash means folders only, a trailing `/***` a folder and its content. A set that JavaScript cannot
 * parse, such as `[[:digit:]]`, matches any one character. The time of a comparison is at most proportional to both
 * lengths.
 */
export function readRsyncPattern(pattern: string): RsyncPattern {
  const folder = pattern.endsWith('/') ? pattern.slice(0, -1) : pattern
  const takesBelow = folder.endsWith('/***')
  const body = takesBelow ? folder.slice(0, -4) : folder
  const isWhole = body.startsWith('/')
  const tokens = tokensOf(body)
  const tail = takesBelow ? '' : tailOf(tokens)
  const isLiteral = !takesBelow && tail.length === tokens.length
  return {
    isWhole,
    isName: !/\/|\*\*/.test(folder),
    stepsFor: (text) => (isLiteral || !text.endsWith(tail) ? 1 : (tokens.length + 1) * text.length),
    matches(text) {
      if (isLiteral) return text === tail || (!isWhole && text.endsWith(`/${tail}`))
      return text.endsWith(tail) && walk(tokens, text, { isWhole, takesBelow })
    },
  }
}

type Token =
  | { kind: 'character'; character: string }
  | { kind: 'one'; fits: (character: string) => boolean }
  | { kind: 'many'; crossesSlashes: boolean }

const sign = /\\(.)|\*\*|\*|\?|\[([!^]?)(\]?[^\]]*)\]|./gs

function tokensOf(glob: string): Token[] {
  return Array.from(glob.matchAll(sign), ([token, escaped, not, set]): Token => {
    if (escaped !== undefined) return { kind: 'character', character: escaped }
    if (token === '*' || token === '**') return { kind: 'many', crossesSlashes: token === '**' }
    if (token === '?') return { kind: 'one', fits: isNoSlash }
    if (set !== undefined) return { kind: 'one', fits: setOf(set, not !== '') }
    return { kind: 'character', character: token }
  })
}

/** Returns the text after the last sign that may match more than one text. */
function tailOf(tokens: Token[]): string {
  const last = tokens.findLastIndex(({ kind }) => kind !== 'character')
  return tokens
    .slice(last + 1)
    .map((token) => (token.kind === 'character' ? token.character : ''))
    .join('')
}

const isNoSlash = (character: string) => character !== '/'

function setOf(set: string, negated: boolean): (character: string) => boolean {
  try {
    const members = new RegExp(`^[${negated ? '^' : ''}${set.replace(/[\\\]^[]/g, '\\$&')}]$`, 's')
    return (character) => members.test(character)
  } catch {
    return isNoSlash
  }
}

/**
 * Follows all ways of matching at once, one character at a time. `reached[n]` means that the first n tokens can end
 * here.
 */
function walk(tokens: Token[], text: string, { isWhole, takesBelow }: { isWhole: boolean; takesBelow: boolean }) {
  let reached = begin(tokens, new Uint8Array(tokens.length + 1))
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (takesBelow && character === '/' && reached[tokens.length]) return true
    const next = new Uint8Array(tokens.length + 1)
    for (const [index, token] of tokens.entries()) {
      if (!reached[index]) continue
      if (token.kind === 'many') {
        if (token.crossesSlashes || character !== '/') next[index] = 1
      } else if (token.kind === 'one' ? token.fits(character) : token.character === character) next[index + 1] = 1
    }
    reached = !isWhole && character === '/' ? begin(tokens, next) : passEmpty(tokens, next)
  }
  return reached[tokens.length] === 1
}

function begin(tokens: Token[], reached: Uint8Array): Uint8Array {
  reached[0] = 1
  return passEmpty(tokens, reached)
}

/** `*` may match the empty text. */
function passEmpty(tokens: Token[], reached: Uint8Array): Uint8Array {
  for (const [index, token] of tokens.entries()) {
    if (reached[index] && token.kind === 'many') reached[index + 1] = 1
  }
  return reached
}
