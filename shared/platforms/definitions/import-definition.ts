import type { DraftNames } from '../documents/draft-document.ts'
import type { DocumentError } from '../documents/yaml-source.ts'
import type { ReportEntry } from './draft.ts'
import { readOxidized } from './read-oxidized.ts'
import { readScrapli } from './read-scrapli.ts'

/** Products whose definitions Coffer reads. */
export type DefinitionOrigin = 'scrapli' | 'oxidized'

/** The draft in YAML and what became of each part, by line; or why the definition cannot be read. */
export type ImportedDefinition =
  { errors: []; source: string; report: ReportEntry[] } | { errors: [DocumentError, ...DocumentError[]] }

const descriptions = { scrapli: 'a scrapli definition', oxidized: 'an Oxidized model' }

/** Converts a definition of another product to the draft of a platform document. It runs no code of the definition. */
export function importDefinition(from: DefinitionOrigin, text: string, names: DraftNames): ImportedDefinition {
  const read = from === 'scrapli' ? readScrapli(text) : readOxidized(text)
  if ('errors' in read) return read
  if ('error' in read) return { errors: [read.error] }
  const { draft } = read
  return { errors: [], source: draft.source(names, descriptions[from]), report: byLine(draft.report) }
}

function byLine(report: readonly ReportEntry[]): ReportEntry[] {
  return report.toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity))
}
