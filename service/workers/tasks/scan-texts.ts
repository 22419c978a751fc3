import { normaliseText } from '../../../shared/platforms/normalise.ts'
import { type PlatformSource, resolvePlatform } from '../../../shared/platforms/stored-platform.ts'
import { type TextView, viewText } from '../../../shared/platforms/text-view.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { type FindLimits, type FoundLine, type SearchedPart, findLines } from '../../../shared/search/find-lines.ts'
import { type LineQuery, type WantedLine, readLineQuery } from '../../../shared/search/line-query.ts'
import { type SegmentName, SegmentDamaged, openSegment } from '../../../shared/search/segment.ts'
import type { Task } from '../task.ts'

/**
 * Location of the text: sections of a segment, a captured text, or a part of a text that is too long. Rules are only
 * needed to mask it; parts are never masked.
 */
export type TextSource =
  | { segment: SegmentName & { sealed: Uint8Array; key: Uint8Array; places: number[]; rules: TextRules[] } }
  | { captured: { raw: Uint8Array; platform: string; key: string; rules: TextRules | null } }
  | { part: Omit<SearchedPart, 'bytes'> & { bytes: Uint8Array } }

/** By which rules a text is masked. */
export interface TextRules {
  platform: PlatformSource
  /** Artifact key. */
  key: string
}

export interface TextsToScan {
  wanted: WantedLine
  /** Matched are the texts that the view shows. */
  view: TextView
  limits: FindLimits
  source: TextSource
}

/** Matches of one part. */
export interface ScannedPart {
  total: number
  lines: FoundLine[]
}

/**
 * One part for each section of a segment, in order; one part for a text or a part of one. `damaged`: the segment cannot
 * be read and was not searched.
 */
export type ScannedTexts = { parts: ScannedPart[] } | { damaged: string }

/** Searches for matching lines. The time limit ends patterns that cost too much per character. */
export const scanTexts: Task<TextsToScan, ScannedTexts> = {
  limits: { timeMs: 10_000, heapMb: 256 },

  run({ wanted, view, limits, source }) {
    const query = queryOf(wanted)
    const parts = contentRefs(source, view)
    if ('damaged' in parts) return parts
    return { parts: parts.map((part) => findLines(query, part, limits)) }
  },
}

/** The compiled automaton of the last pattern caches its states for the next segment of the same search. */
let last: { name: string; query: LineQuery } | undefined

function queryOf(wanted: WantedLine): LineQuery {
  const name = JSON.stringify(wanted)
  if (last?.name !== name) last = { name, query: readLineQuery(wanted) }
  return last.query
}

function contentRefs(source: TextSource, view: TextView): SearchedPart[] | { damaged: string } {
  if ('part' in source) {
    if (view !== 'whole') throw new Error('parts of a text cannot be masked')
    return [{ ...source.part, bytes: asBuffer(source.part.bytes) }]
  }
  if ('captured' in source) {
    const { platform, key, raw, rules } = source.captured
    const known = platformById(platform)
    const bytes = known ? normaliseText(known, key, raw) : asBuffer(raw)
    return [masked({ bytes, from: 0, to: bytes.length, firstLine: 1 }, rules, view)]
  }
  const { sealed, key, places, rules, ...name } = source.segment
  try {
    const parts = openSegment(sealed, name, key)
    return places.map((place, at) => {
      const part = parts[place]
      if (!part) throw new SegmentDamaged('it has fewer parts than are known of it')
      return masked(part, rules[at] ?? null, view)
    })
  } catch (error) {
    if (error instanceof SegmentDamaged) return { damaged: error.message }
    throw error
  }
}

/** Returns a whole text as the view shows it. */
function masked(part: SearchedPart, rules: TextRules | null, view: TextView): SearchedPart {
  if (view === 'whole') return part
  if (!rules || part.from !== 0 || part.to !== part.bytes.length) throw new Error('the text cannot be masked')
  const bytes = asBuffer(viewText(view, { platform: resolvePlatform(rules.platform), key: rules.key }, part.bytes))
  return { ...part, bytes, to: bytes.length }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
