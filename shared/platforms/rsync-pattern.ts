/** One pattern of rsync, read once. */
export interface RsyncPattern {
  /** Begins with `/`: it has to match all of a path. */
  isWhole: boolean
  /** Has neither a slash inside nor `**`: it meets single names. */
  isName: boolean
  /** How many steps `matches` takes with this text at most: its length times the pattern's, or 1 where a look suffices. */
  stepsFor(text: string): number
  /** Whether it matches all of `text`, or with a slash inside but none in front, the end of it behind a slash. */
  matches(text: string): boolean
}

/**
 * Reads a pattern as it meets folders (rsync(1), PATTERN MATCHING RULES): `*` and `?` stop at a slash, `**` does not, a
 * last slash means folders only, `/***` at the end a folder and all below. A set that JavaScript cannot read, such as
 * `[[:digit:]]`, is taken to match any one character. The comparison's time grows with both lengths, never faster.
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

/** What stands behind the last sign that may match more than one text. */
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

/** All ways of matching at once, a character at a time: `reached[n]` says that the first n tokens can end here. */
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

/** `*` may stand for nothing. */
function passEmpty(tokens: Token[], reached: Uint8Array): Uint8Array {
  for (const [index, token] of tokens.entries()) {
    if (reached[index] && token.kind === 'many') reached[index + 1] = 1
  }
  return reached
}
