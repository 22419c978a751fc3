import type { components } from '../../../../shared/contract/api-types.ts'
import type { SearchRecord } from './read-records.ts'

type Schemas = components['schemas']
type Hit = Schemas['SearchMatch']['lines'][number]
export type SearchEnd = Schemas['SearchEnd']

/** A line of a text as it is shown: one that was looked for, one beside it, or what was left out in between. */
export type FoundLine = { kind: 'hit' | 'beside'; line: number; text: string } | { kind: 'gap' }

/** A text of a device in which something was found, or which could not be read. */
export interface FoundText {
  versionId: string
  key: string
  transport: string
  capturedAt: string
  /** Lines that match; null where the text cannot be read back, so that nobody knows. */
  matches: number | null
  /** Of these, how many the service has told. */
  told: number
  lines: FoundLine[]
  /** How many of `lines` hold the first few hits. */
  firstLines: number
  /** How many hits those are. */
  firstHits: number
}

export interface FoundDevice {
  id: string
  tenantId: string
  name: string
  platform: string
  site: string
  texts: FoundText[]
  /** Lacks the line in so many texts. */
  missingIn?: number
  matches: number
}

/** Hits of one text that are shown before somebody asks for all of them. */
const firstHits = 10

const byKey = (one: FoundText, other: FoundText) =>
  one.key.localeCompare(other.key) || one.transport.localeCompare(other.transport)
const byName = new Intl.Collator('en', { numeric: true }).compare

/** Puts records, which come in no order, into devices by name. */
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

/** Hits with the lines around them, each line once, and a gap where lines are left out between those. */
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
