import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { normaliseText } from '../../../shared/platforms/normalise.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import { builtInPlatforms } from '../../../shared/platforms/registry.ts'
import { collectedTexts, type CollectedText } from './collected-texts.ts'
import { seeded } from '../../support/random.ts'
import { fixture } from '../../support/recordings.ts'

/** Of each text, at random places; all of them where there are fewer. Without it as many as take a moment. */
const linesTried = process.env.LINES_TRIED === undefined ? undefined : Number(process.env.LINES_TRIED)

/** So much of each text is normalised again and again, in bytes. */
const momentBytes = 8_000_000

/** Determines the places. Each run tries the same ones; another SEED tries others. */
const seed = Number(process.env.SEED ?? 1)

/**
 * `<platform>/volatile.yaml`, by artifact key: lines whose changes may stay undetected (a pattern), as may their number
 * (`run`), everything indented below them (`block`) or everything up to a line (`from`, `to`). Users’ expectations,
 * independent of the rules.
 */
type VolatileLines = Record<string, (string | { run: string } | { block: string } | { from: string; to: string })[]>

type Edit = 'removed' | 'changed' | 'inserted' | 'inserted changed'

describe('an added, removed or changed line', () => {
  let texts: CollectedText[]

  before(async () => {
    texts = await collectedTexts()
  })

  for (const platform of builtInPlatforms as readonly Platform[]) {
    const { id } = platform
    if (!platform.normalise) continue

    it(`is detected in every text of ${id}, except volatile lines`, () => {
      const mine = texts.filter((text) => text.platform === id)

      expect(mine, 'texts of captures').to.not.have.length(0)
      expect(unused(id, mine), 'volatile lines that no capture has').to.deep.equal([])
      const unseen = mine.flatMap((text, index) => unseenEdits(platform, text, seeded(seed + index)))

      expect(unseen, `SEED=${seed} tries these places again`).to.deep.equal([])
    })
  }
})

function unseenEdits(platform: Platform, text: CollectedText, random: () => number): string[] {
  const { pieces: pieces, between } = piecesOf(text)
  const compared = (some: string[]) =>
    normaliseText(platform, text.key, Buffer.from(some.join(between), 'latin1')).toString('latin1')
  const original = compared(pieces)
  const filled = pieces.flatMap((piece, at) => (piece.trim() === '' ? [] : [at]))
  const somewhere = (places: number[]) => places[Math.floor(random() * places.length)] ?? 0
  const most = linesTried ?? Math.min(40, Math.max(3, momentBytes / 4 / text.raw.length))
  const tried = filled.length <= most ? filled : Array.from({ length: most }, () => somewhere(filled))
  const volatile = volatileIn(platform.id, text.key, pieces)
  return tried.flatMap((at) => {
    const piece = pieces[at] ?? ''
    const changed = changedIn(piece, random)
    const to = somewhere(filled)
    const edits: Record<Edit, string[]> = {
      removed: pieces.toSpliced(at, 1),
      changed: pieces.toSpliced(at, 1, changed),
      inserted: pieces.toSpliced(to, 0, piece),
      'inserted changed': pieces.toSpliced(to, 0, changed),
    }
    const mayComeAndGo = volatile[at] === 'wholly' || volatile[to] === 'wholly'
    const mayHide: Record<Edit, boolean> = {
      removed: volatile[at] === 'wholly',
      changed: volatile[at] !== undefined,
      inserted: mayComeAndGo,
      'inserted changed': mayComeAndGo,
    }
    return (Object.keys(edits) as Edit[])
      .filter((how) => !mayHide[how] && compared(edits[how]) === original)
      .map(
        (how) =>
          `${text.path} ${text.key}: ${how}: ${piece}${how === 'changed' || how === 'inserted changed' ? ` -> ${changed}` : ''}`,
      )
  })
}

/** Lines, or the elements of XML, which may all be on one line. */
function piecesOf({ raw }: CollectedText): { pieces: string[]; between: string } {
  const text = raw.toString('latin1')
  if (!text.startsWith('<')) return { pieces: text.split('\n'), between: '\n' }
  return { pieces: text.split(/(?<=<\/[^>]+>|\/>|\n)/), between: '' }
}

/** One letter or digit is another. */
function changedIn(piece: string, random: () => number): string {
  const places = [...piece.matchAll(/[a-z0-9]/gi)].map(({ index }) => index)
  const at = places[Math.floor(random() * places.length)]
  if (at === undefined) return `${piece}x`
  return piece.slice(0, at) + (piece[at] === 'x' ? 'y' : 'x') + piece.slice(at + 1)
}

/** Of each piece whether its words may change, or whether it may come and go as well. */
function volatileIn(platform: string, key: string, pieces: string[]): ('in part' | 'wholly' | undefined)[] {
  const known = volatileLines(platform, key)
  let ends: ((piece: string) => 'before' | 'with' | undefined) | undefined
  return pieces.map((piece) => {
    const end = ends?.(piece)
    if (end) ends = undefined
    if (ends || end === 'with') return 'wholly'
    const found = known.find(({ pattern }) => pattern.test(piece))
    if (found?.lastLine) ends = found.lastLine(piece)
    return found && (found.lastLine || found.run ? 'wholly' : 'in part')
  })
}

function unused(platform: string, texts: CollectedText[]): string[] {
  return [...new Set(texts.map(({ key }) => key))].flatMap((key) => {
    const pieces = texts.filter((text) => text.key === key).flatMap((text) => piecesOf(text).pieces)
    return volatileLines(platform, key)
      .filter(({ pattern }) => !pieces.some((piece) => pattern.test(piece)))
      .map(({ pattern }) => `${key}: ${pattern.source}`)
  })
}

interface VolatileLine {
  pattern: RegExp
  run?: boolean
  /** How what begins with a line ends: with a line that belongs to it, or before one that does not. */
  lastLine?: (first: string) => (piece: string) => 'before' | 'with' | undefined
}

function volatileLines(platform: string, key: string): VolatileLine[] {
  return (readVolatile(platform)[key] ?? []).map((entry) => {
    if (typeof entry === 'string') return { pattern: new RegExp(entry) }
    if ('run' in entry) return { pattern: new RegExp(entry.run), run: true }
    if ('block' in entry) return { pattern: new RegExp(entry.block), lastLine: indentedBelow }
    const last = new RegExp(entry.to)
    return {
      pattern: new RegExp(entry.from),
      lastLine: (first) => (last.test(first) ? () => 'before' : (piece) => (last.test(piece) ? 'with' : undefined)),
    }
  })
}

function indentedBelow(first: string): (piece: string) => 'before' | 'with' | undefined {
  const indentOf = (piece: string) => piece.length - piece.trimStart().length
  return (piece) => {
    if (indentOf(piece) > indentOf(first)) return undefined
    return indentOf(piece) === indentOf(first) && /^[\]})]/.test(piece.trim()) ? 'with' : 'before'
  }
}

const read = new Map<string, VolatileLines>()

function readVolatile(platform: string): VolatileLines {
  const path = `${platform}/volatile.yaml`
  const known = read.get(platform)
  if (known) return known
  const isThere = existsSync(join(import.meta.dirname, '../../fixtures', path))
  const lines = isThere ? (parse(fixture(path).toString('utf8')) as VolatileLines) : {}
  read.set(platform, lines)
  return lines
}
