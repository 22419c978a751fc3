import { ObjectNotFound, ObjectDamaged } from '../../../objects/object-store.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { readContent } from '../../../../shared/repository/content.ts'
import type { FindLimits, FoundLine } from '../../../../shared/search/find-lines.ts'
import type { WantedLine } from '../../../../shared/search/line-query.ts'
import { segmentKey } from '../../../../shared/search/segment.ts'
import type { TextView } from '../../../../shared/platforms/text-view.ts'
import { TaskStopped } from '../../../workers/task-stopped.ts'
import type { ScannedPart, TextRules, TextSource } from '../../../workers/tasks/scan-texts.ts'
import { isDamage } from '../chunks/backup-damaged.ts'
import type { ByteBudget } from '../chunks/byte-budget.ts'
import { createEventLoopYielder } from '../chunks/yield-event-loop.ts'
import { cutParts } from './index-texts.ts'
import { segmentObject } from './search-dependencies.ts'
import type { CapturedText, SearchedText } from './searched-texts.ts'
import type { SearchService } from './search-service.ts'
import { dropSegment } from './compact-segments.ts'

/** Dependencies of one search's scans. */
export interface Scan {
  searching: SearchService
  tenantId: string
  prefix: string
  reader: ChunkReader
  wanted: WantedLine
  /** How the caller reads the texts. They are matched in this form. */
  view: TextView
  /** Longest text that is masked, in bytes. */
  maskedBytes: number
  limits: FindLimits
  /** One slot per thread: requests that wait here end with the search; in the pool's queue they would not. */
  turns: ByteBudget
  /** Reads the texts of these versions from the database, by version. */
  readCaptured(versionIds: string[]): Promise<Map<string, CapturedText>>
  signal: AbortSignal
}

/** Matches in a text: `total` lines, of which some are returned; null if it cannot be read, or masking it takes too long. */
export interface ScannedText {
  text: SearchedText
  found: { total: number; lines: FoundLine[] } | null
}

/** Texts that are scanned together: those of one segment, or a single one outside of segments. */
export type Unit = SearchedText[]

/** Collected texts up to this size are passed to a thread unchanged. */
const heldBytes = 4 * 1024 * 1024

export function unitsOf(texts: SearchedText[]): Unit[] {
  const isAlone = ({ places }: SearchedText) => places.length !== 1
  const bySegment = Map.groupBy(
    texts.filter((text) => !isAlone(text)),
    ({ places }) => places[0]!.segmentId,
  )
  return [...bySegment.values(), ...texts.filter(isAlone).map((text) => [text])]
}

/**
 * Scans the texts of a unit. A missing or damaged segment is retired, and its texts are read from their versions. A text
 * whose version is deleted meanwhile is left out. A text that takes too long to mask is not scanned; the others of its unit are.
 * @throws TaskStopped if the pattern is too expensive, and the texts are not masked
 * @throws KeysDestroyed
 */
export async function scanUnit(scan: Scan, unit: Unit): Promise<ScannedText[]> {
  if (scan.view === 'whole') return scanTogether(scan, unit)
  try {
    return await scanTogether(scan, unit)
  } catch (error) {
    if (!isTooCostly(error)) throw error
    const [only] = unit
    if (only && unit.length === 1) return [{ text: only, found: null }]
    const scanned: ScannedText[] = []
    for (const text of unit) scanned.push(...(await scanUnit(scan, [text])))
    return scanned
  }
}

/** Whether a thread was stopped because its work took too long, or too much memory. */
export function isTooCostly(error: unknown): boolean {
  return error instanceof TaskStopped && (error.reason === 'time' || error.reason === 'memory')
}

async function scanTogether(scan: Scan, unit: Unit): Promise<ScannedText[]> {
  const [first] = unit
  if (!first) return []
  if (first.places.length === 0) return first.captured ? [await scanCaptured(scan, first, first.captured)] : []
  if (first.places.length === 1) {
    const parts = await scanSegment(
      scan,
      first.places[0]!.segmentId,
      unit.map(({ places }) => places[0]!.place),
      unit.flatMap(({ rules }) => rules ?? []),
    )
    if (!parts) return scanVersions(scan, unit)
    return unit.map((text, at) => ({ text, found: parts[at]! }))
  }
  if (scan.view !== 'whole') return scanVersions(scan, unit) // a part cannot be masked without those before it
  const found: ScannedPart[] = []
  for (const { segmentId, place } of first.places) {
    const parts = await scanSegment(scan, segmentId, [place], [])
    if (!parts) return scanVersions(scan, unit)
    found.push(...parts)
  }
  return [{ text: first, found: joined(found, scan.limits) }]
}

/** Returns the matches at each of the places, in order. Null if the segment is unusable. */
async function scanSegment(
  scan: Scan,
  segmentId: string,
  places: number[],
  rules: TextRules[],
): Promise<ScannedPart[] | null> {
  const { searching, tenantId, prefix } = scan
  const object = segmentObject(prefix, segmentId)
  try {
    const sealed = await searching.segments.get(object, () => searching.store.get(object))
    const { dataKey } = await searching.keys.of(tenantId) // the keys may have been destroyed since the search began
    const key = segmentKey(sealed, dataKey)
    const answer = await run(scan, { segment: { tenantId, segmentId, sealed, key, places, rules } })
    if ('parts' in answer) return answer.parts
  } catch (error) {
    if (!(error instanceof ObjectNotFound) && !(error instanceof ObjectDamaged)) throw error
  }
  await dropSegment(searching, tenantId, segmentId)
  return null
}

/** Scans the texts of an unusable segment. */
async function scanVersions(scan: Scan, unit: Unit): Promise<ScannedText[]> {
  const captured = await scan.readCaptured(unit.map(({ versionId }) => versionId))
  const scanned = unit.map(async (text) => {
    const one = captured.get(text.versionId)
    return one ? [await scanCaptured(scan, text, one)] : []
  })
  return (await Promise.all(scanned)).flat()
}

/** Normalises and scans a collected text. A long one is read and scanned in parts. */
async function scanCaptured(scan: Scan, text: SearchedText, captured: CapturedText): Promise<ScannedText> {
  const { reader, limits, signal } = scan
  const isMasked = scan.view !== 'whole'
  const { content, key, platform } = captured
  if (isMasked && content.size > scan.maskedBytes) return { text, found: null }
  try {
    const pieces = readContent(reader, content)
    if (isMasked || content.size <= heldBytes) {
      const raw = Buffer.concat(await Array.fromAsync(pieces))
      return {
        text,
        found: joined(await runParts(scan, { captured: { raw, platform, key, rules: text.rules ?? null } }), limits),
      }
    }
    const pace = createEventLoopYielder(signal)
    const found: ScannedPart[] = []
    for await (const part of cutParts({ platform, key }, paced(pieces, pace))) {
      found.push(...(await runParts(scan, { part })))
      await pace()
    }
    return { text, found: joined(found, limits) }
  } catch (error) {
    if (isDamage(error)) return { text, found: null }
    throw error
  }
}

/** Bytes normalised between two yields to the event loop. */
const turnBytes = 64 * 1024

async function* paced(pieces: AsyncIterable<Buffer>, pace: () => Promise<void> | void): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += turnBytes) {
      yield piece.subarray(at, at + turnBytes)
      await pace()
    }
  }
}

async function runParts(scan: Scan, source: TextSource): Promise<ScannedPart[]> {
  const answer = await run(scan, source)
  if ('damaged' in answer) throw new Error(answer.damaged)
  return answer.parts
}

async function run({ searching, wanted, view, limits, turns, signal }: Scan, source: TextSource) {
  const release = await turns.acquire(1)
  try {
    signal.throwIfAborted()
    return await searching.pool.run('scanTexts', { wanted, view, limits, source })
  } finally {
    release()
  }
}

/** A line that spans two parts may match in both. */
function joined(parts: ScannedPart[], { lines: limit }: FindLimits): { total: number; lines: FoundLine[] } {
  const lines = new Map<number, FoundLine>()
  let total = 0
  for (const part of parts) {
    const [first] = part.lines
    total += part.total - (first && lines.has(first.line) ? 1 : 0)
    for (const line of part.lines) if (!lines.has(line.line)) lines.set(line.line, line)
  }
  return { total, lines: [...lines.values()].slice(0, limit) }
}
