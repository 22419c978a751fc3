import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Platform } from '../platform.ts'
import { checkDocument, type DocumentFault } from './check-document.ts'
import { compileDocument } from './compile-document.ts'
import type { PlatformDocument } from './document.ts'
import { whyPatternRefused } from './document-pattern.ts'
import { extendDocument, type FindDocument } from './extend-document.ts'
import { documentSchema } from './schema.ts'
import { schemaErrors } from './schema-errors.ts'
import { type DocumentError, parseSource } from './yaml-source.ts'

/**
 * `document`: as written. `extended`: with the values of those that it extends. `platform`: absent for a base, which
 * only others use.
 */
export type ReadDocument =
  | { errors: []; document: PlatformDocument; extended: PlatformDocument; platform?: Platform }
  | { errors: [DocumentError, ...DocumentError[]]; document?: undefined; extended?: undefined; platform?: undefined }

/** Returns further faults of a document, such as those of rules that depend on its author. */
export type FurtherRules = (document: PlatformDocument) => DocumentFault[]

/**
 * Reads a platform document in YAML 1.2 (core schema, without anchors and tags), and compiles it. Everything that would
 * fail in an agent, or could change a device, is an error here.
 * @param find returns the documents that it may extend
 * @param further is called with the document as written, once its structure is correct
 * @param last is called with the values of those that it extends, once it has no other fault
 */
export function readDocument(
  text: string,
  find: FindDocument,
  further: FurtherRules = () => [],
  last: FurtherRules = () => [],
): ReadDocument {
  const source = parseSource(text)
  const errors = (source.errors.length > 0 ? source.errors : schemaErrors(documentValidator(), source)).slice(
    0,
    maxErrors,
  )
  const [first, ...others] = errors
  if (first) return { errors: [first, ...others] }
  const document = source.value as PlatformDocument
  const extended = extendDocument(document, find)
  if ('error' in extended) return { errors: [source.at({ path: ['extends'], reason: extended.error })] }
  const unfit = [...further(document), ...checkDocument(extended.document)]
  const faults = unfit.length > 0 ? unfit : last(extended.document)
  const [fault, ...more] = faults.slice(0, maxErrors).map(source.at)
  if (fault) return { errors: [fault, ...more] }
  const platform = document.base ? {} : { platform: compileDocument(extended.document) }
  return { errors: [], document, extended: extended.document, ...platform }
}

/** More errors are not reported. */
const maxErrors = 20

let compiled: ValidateFunction | undefined

/** Compiled at first use: most threads of the service read no document. */
function documentValidator(): ValidateFunction {
  if (compiled) return compiled
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true })
  ajv.addFormat('linear-pattern', { type: 'string', validate: (source) => whyPatternRefused(source) === undefined })
  compiled = ajv.compile(documentSchema)
  return compiled
}
