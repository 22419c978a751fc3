import { type Program, compilePattern } from '../../../../shared/search/compile-pattern.ts'
import { UnsupportedPattern, parsePattern } from '../../../../shared/search/parse-pattern.ts'

/** From the first character up to the second, exclusive. */
export type Place = readonly [from: number, to: number]

interface WantedLine {
  pattern: string
  regex: boolean
  ignoreCase: boolean
}

/** Step limit for marking one line; lines that exceed it are shown without marks. */
const mostSteps = 30_000

/** Returns why the service would reject the pattern; undefined if it would accept it. */
export function whyRefused({ pattern, regex, ignoreCase }: WantedLine): UnsupportedPattern['reason'] | undefined {
  if (!regex || pattern === '') return undefined
  try {
    compilePattern(parsePattern(pattern), ignoreCase)
    return undefined
  } catch (error) {
    if (error instanceof UnsupportedPattern) return error.reason
    throw error
  }
}

/**
 * Returns a function for the matches in a line. It uses the service's automaton, so no pattern runs without limit.
 * Matches are in order and do not overlap; of several at one position the longest is used.
 */
export function createMarker(wanted: WantedLine): (line: string) => Place[] {
  if (wanted.pattern === '' || whyRefused(wanted) !== undefined) return () => []
  if (!wanted.regex) return (line) => literalPlaces(line, wanted)
  const program = compilePattern(parsePattern(wanted.pattern), wanted.ignoreCase)
  return (line) => patternPlaces(line, program)
}

function literalPlaces(line: string, { pattern, ignoreCase }: WantedLine): Place[] {
  const [text, wanted] = ignoreCase ? [lowerAscii(line), lowerAscii(pattern)] : [line, pattern]
  const places: Place[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    places.push([at, at + wanted.length])
  }
  return places
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function patternPlaces(line: string, program: Program): Place[] {
  const places: Place[] = []
  const budget = { left: mostSteps }
  for (let at = 0; at < line.length;) {
    const end = longestFrom(line, at, program, budget)
    if (budget.left <= 0) return []
    if (end > at) places.push([at, end])
    at = Math.max(end, at + 1)
  }
  return places
}

/** Returns the end of the longest match at `from`; -1 without a match. */
function longestFrom(line: string, from: number, program: Program, budget: { left: number }): number {
  const { steps, classOf, holds } = program
  let longest = -1
  let threads = [0]
  for (let at = from; threads.length > 0; at++) {
    const seen = new Set<number>()
    const waiting: number[] = []
    const open = [...threads]
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      if (seen.has(step)) continue
      seen.add(step)
      const what = steps[step]!
      if (what.kind === 'found') longest = at
      else if (what.kind === 'take') waiting.push(step)
      else if (what.kind === 'fork') open.push(what.one, what.other)
      else if (what.kind === 'mark') open.push(step + 1)
      else if (isTrue(what.what, line, at, program)) open.push(step + 1)
    }
    budget.left -= seen.size
    if (at === line.length || budget.left <= 0) break
    const kind = classOf[line.charCodeAt(at)]!
    threads = waiting.filter((step) => {
      const what = steps[step]!
      return what.kind === 'take' && holds[what.set]![kind] === 1
    })
    threads = threads.map((step) => step + 1)
  }
  return longest
}

function isTrue(what: 'start' | 'end' | 'boundary' | 'inside', line: string, at: number, program: Program): boolean {
  if (what === 'start') return at === 0
  if (what === 'end') return at === line.length
  const isWord = (place: number) => program.isWord[program.classOf[line.charCodeAt(place)]!] === 1
  const isBoundary = (at > 0 && isWord(at - 1)) !== (at < line.length && isWord(at))
  return what === 'boundary' ? isBoundary : !isBoundary
}
