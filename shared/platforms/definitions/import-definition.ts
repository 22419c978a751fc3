import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { DraftNames } from '../documents/draft-document.ts'
import { schemaErrors } from '../documents/schema-errors.ts'
import { type DocumentError, parseSource } from '../documents/yaml-source.ts'
import { convertScrapli } from './convert-scrapli.ts'
import type { ReportEntry } from './draft.ts'
import { scrapliSchema, type ScrapliDefinition } from './scrapli-schema.ts'

/** Products whose definitions Coffer reads. */
export const definitionOrigins = ['scrapli'] as const
export type DefinitionOrigin = (typeof definitionOrigins)[number]

/** The draft in YAML and what became of each part, by line; or why the definition cannot be read. */
export type ImportedDefinition =
  { errors: []; source: string; report: ReportEntry[] } | { errors: [DocumentError, ...DocumentError[]] }

const maxErrors = 20

/** Converts a definition of another product to the draft of a platform document. It runs no code of the definition. */
export function importDefinition(from: DefinitionOrigin, text: string, names: DraftNames): ImportedDefinition {
  const source = parseSource(text)
  const found = source.errors.length > 0 ? source.errors : schemaErrors(scrapliValidator(), source)
  const [first, ...others] = found.slice(0, maxErrors)
  if (first) return { errors: [first, ...others] }
  const lineAt = (path: readonly (string | number)[]) => source.lineAt(path)
  const draft = convertScrapli(source.value as ScrapliDefinition, lineAt)
  return { errors: [], source: draft.source(names, `a ${from} definition`), report: byLine(draft.report) }
}

function byLine(report: readonly ReportEntry[]): ReportEntry[] {
  return report.toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity))
}

let compiled: ValidateFunction | undefined

function scrapliValidator(): ValidateFunction {
  return (compiled ??= new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
  }).compile(scrapliSchema))
}
