import type { components } from '../../../../shared/contract/api-types.ts'
import type { SearchRecord } from '../../ui/search/read-records.ts'

type Schemas = components['schemas']
type Hit = Schemas['SearchMatch']['lines'][number]
export type SearchEnd = Schemas['SearchEnd']

/** A shown line: a match, a context line, or a gap. */
export type FoundLine = { kind: 'hit' | 'beside'; line: number; text: string } | { kind: 'gap' }

/** A text with matches, or one that could not be read. */
export interface FoundText {
  versionId: string
  key: string
  transport: string
  capturedAt: string
  /** Matching lines; null if the text could not be read. */
  matches: number | null
  /** Number of them that the service returned. */
  told: number
  lines: FoundLine[]
  /** Number of `lines` up to the first few matches. */
  firstLines: number
  /** Number of those matches. */
  firstHits: number
}

export interface FoundDevice {
  id: string
  tenantId: string
  name: string
  platform: string
  site: string
  texts: FoundText[]
  /** Number of texts that lack the line. */
  missingIn?: number
  matches: number
}

/** Matches shown of one text before the user requests all. */
const firstHits = 10

const byKey = (one: FoundText, other: FoundText) =>
  one.key.localeCompare(other.key) || one.transport.localeCompare(other.transport)
const byName = new Intl.Collator('en', { numeric: true }).compare

/** Groups records, which arrive in any order, by device name. */
export function createFindings() {
  const byId = new Map<string, FoundDevice>()
  let end: SearchEnd | undefined
  let matches = 0
  let unreadable = 0

  return {
    add(records: readonly SearchRecord[]) {
      for (const record of records) {
        if (record.type === 'end') {
          end = record
          continue
        }
        const { device, tenant_id: tenantId } = record
        const known = byId.get(device.id) ?? { ...device, tenantId, texts: [], matches: 0 }
        byId.set(device.id, known)
        if (record.type === 'missing') known.missingIn = record.texts
        else if (record.type === 'unreadable') {
          unreadable++
          known.texts.push(textOf(record, null, []))
        } else {
          matches += record.matches
          known.matches += record.matches
          known.texts.push(textOf(record, record.matches, record.lines))
        }
      }
    },
    devices: () => {
      for (const { texts } of byId.values()) texts.sort(byKey)
      return [...byId.values()].toSorted((one, other) => byName(one.name, other.name))
    },
    facts: () => ({ end, matches, unreadable }),
  }
}

function textOf(record: Schemas['SearchedText'], matches: number | null, hits: readonly Hit[]): FoundText {
  const { version_id: versionId, key, transport, captured_at: capturedAt } = record
  const lines = linesOf(hits)
  const first = linesOf(hits.slice(0, firstHits))
  return {
    versionId,
    key,
    transport,
    capturedAt,
    matches,
    told: hits.length,
    lines,
    firstLines: first.length,
    firstHits: Math.min(firstHits, hits.length),
  }
}

/** Returns matches with their context, each line once, with gaps for omitted lines. */
export function linesOf(hits: readonly Hit[]): FoundLine[] {
  const wanted = new Map<number, FoundLine & { kind: 'hit' | 'beside' }>()
  const beside = (line: number, text: string) => {
    if (!wanted.has(line)) wanted.set(line, { kind: 'beside', line, text })
  }
  for (const { line, text, before, after } of hits) {
    wanted.set(line, { kind: 'hit', line, text })
    for (const [at, said] of before.entries()) beside(line - before.length + at, said)
    for (const [at, said] of after.entries()) beside(line + 1 + at, said)
  }
  const hasContext = hits.some(({ before, after }) => before.length + after.length > 0)
  const sorted = [...wanted.values()].toSorted((one, other) => one.line - other.line)
  return sorted.flatMap((found, at): FoundLine[] => {
    const last = sorted[at - 1]
    return hasContext && last && last.line + 1 < found.line ? [{ kind: 'gap' }, found] : [found]
  })
}
