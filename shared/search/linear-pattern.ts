import { type Program, compilePattern } from './compile-pattern.ts'
import { type GroupPositions, findGroups } from './find-groups.ts'
import { type LineMatcher, createLineMatcher } from './line-matcher.ts'
import { UnsupportedPattern, parsePattern } from './parse-pattern.ts'

/**
 * A regular expression that Coffer matches in a time bounded by the length of the text, for patterns that users write. It
 * replaces a `RegExp` wherever one is used: `test`, `exec`, `replace` and `matchAll` call its `exec`.
 *
 * Differences from `RegExp`: no backreferences and no lookaround, `i` applies to ASCII letters, code units above 255 are
 * equivalent, `^` and `$` match at the ends of the text only, and a group within a repetition keeps its last match.
 * Supported flags: `d`, `g`, `i`, `y`. An unsupported pattern throws `UnsupportedPattern` when it is checked or first used.
 */
export class LinearPattern extends RegExp {
  #prepared: Prepared | undefined

  /** Returns the number of groups and the names of those that have one. @throws UnsupportedPattern if it is too large */
  check(): { groups: number; names: string[] } {
    const { groups, names } = this.#prepare().program
    return { groups, names: [...names.keys()] }
  }

  override test(text: string): boolean {
    if (this.global || this.sticky) return this.exec(text) !== null
    return this.#prepare().matcher.findText(text, 0) !== -1
  }

  override exec(text: string): RegExpExecArray | null {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = from > text.length ? undefined : this.#find(text, from)
    if (!found || (this.sticky && found[0] !== from)) {
      if (this.global || this.sticky) this.lastIndex = 0
      return null
    }
    if (this.global || this.sticky) this.lastIndex = found[1]!
    return this.#result(text, found)
  }

  #find(text: string, from: number): GroupPositions | undefined {
    const { program, matcher } = this.#prepare()
    return matcher.findText(text, from) === -1 ? undefined : findGroups(program, text, from)
  }

  #result(text: string, found: GroupPositions): RegExpExecArray {
    const { groups, names } = this.#prepare().program
    const places = Array.from({ length: groups + 1 }, (_, at): [number, number] | undefined =>
      found[2 * at + 1] === -1 ? undefined : [found[2 * at]!, found[2 * at + 1]!],
    )
    const texts = places.map((place) => place && text.slice(...place))
    const result = Object.assign(texts, { index: found[0]!, input: text }) as unknown as RegExpExecArray
    const byName = <T>(of: readonly T[]) =>
      names.size === 0 ? undefined : Object.fromEntries(Array.from(names, ([name, at]) => [name, of[at]]))
    result.groups = byName(texts) as Record<string, string> | undefined
    if (this.hasIndices) {
      const indices = Object.assign(places, { groups: byName(places) })
      Object.assign(result, { indices })
    }
    return result
  }

  #prepare(): Prepared {
    this.#prepared ??= prepare([this.source], this.ignoreCase)
    return this.#prepared
  }
}

interface Prepared {
  program: Program
  matcher: LineMatcher
}

/**
 * Automatons by their patterns, the last used at the end: every text of a platform needs the same ones, and the states
 * that they have built. They are shared by all tenants and contain nothing of a text.
 */
const known = new Map<string, Prepared>()
const maxKnown = 200

/** Returns an automaton that matches where any of the patterns does. @throws UnsupportedPattern */
function prepare(sources: readonly string[], ignoreCase: boolean): Prepared {
  const name = JSON.stringify([ignoreCase, ...sources])
  const found = known.get(name)
  if (found) {
    known.delete(name)
    known.set(name, found)
    return found
  }
  const program = compilePattern({ kind: 'either', options: sources.map(parsePattern) }, ignoreCase, 'bytes')
  const prepared = { program, matcher: createLineMatcher(program) }
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size >= maxKnown) known.delete(oldest)
  known.set(name, prepared)
  return prepared
}

/**
 * Returns a test whether a text matches any of the patterns. It reads the text once for all of them, as far as they fit
 * in one automaton.
 */
export function anyLinear(patterns: readonly LinearPattern[]): (text: string) => boolean {
  let matchers: LineMatcher[] | undefined
  return (text) => {
    matchers ??= [...Map.groupBy(patterns, ({ ignoreCase }) => ignoreCase)].flatMap(([ignoreCase, those]) =>
      joinedMatchers(
        those.map(({ source }) => source),
        ignoreCase,
      ),
    )
    return matchers.some((matcher) => matcher.findText(text, 0) !== -1)
  }
}

function joinedMatchers(sources: readonly string[], ignoreCase: boolean): LineMatcher[] {
  try {
    return [prepare(sources, ignoreCase).matcher]
  } catch (error) {
    if (!(error instanceof UnsupportedPattern) || sources.length === 1) throw error
    const half = Math.ceil(sources.length / 2)
    return [sources.slice(0, half), sources.slice(half)].flatMap((some) => joinedMatchers(some, ignoreCase))
  }
}

/** Returns a pattern of the same kind as `like`, so that one that is matched in bounded time remains so. */
export function patternLike(like: RegExp, source: string, flags: string): RegExp {
  return like instanceof LinearPattern ? new LinearPattern(source, flags) : new RegExp(source, flags)
}
