import RefParser from '@apidevtools/json-schema-ref-parser'
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js'

/** A part of the API description, which may be a reference to another part. */
type Part = { $ref?: string } & Record<string, unknown>

/**
 * Makes express-openapi-validator look up each `$ref` by its pointer. Version 5.6.2 (the newest) compiles the referenced
 * schema with ajv, reads the source back and discards the rest, which takes more than a second of CPU at each start. All
 * preprocessors share the prototype, so one replacement applies to all validators of the process.
 * `test/service/http/schema-references.test.ts` fails if a new version works differently.
 */
export function resolveReferencesByPointer(): void {
  const prototype = SchemaPreprocessor.prototype as unknown as { resolveSchema: typeof resolveSchema }
  prototype.resolveSchema = resolveSchema
}

/**
 * Makes express-openapi-validator use its document as it is. Version 5.6.2 searches it for references to other files,
 * which takes 0.3 s of CPU at each start. The contract has none. A document in a file is still read.
 * `test/service/http/schema-references.test.ts` fails if a new version works differently.
 */
export function skipSearchForFiles(): void {
  if (RefParser.bundle === keepDocument) return
  bundle = RefParser.bundle
  Object.assign(RefParser, { bundle: keepDocument })
}

let bundle: typeof RefParser.bundle

const keepDocument = ((document: string | object, ...others: []) =>
  typeof document === 'string' ? bundle(document, ...others) : Promise.resolve(document)) as typeof RefParser.bundle

/** @returns null for a missing part, undefined for a pointer to nothing, as the replaced function does */
function resolveSchema(this: { apiDoc: Part }, part: Part | undefined): Part | null | undefined {
  if (!part) return null
  if (part.$ref === undefined) return part
  const names = part.$ref.replace(/^#\//, '').split('/')
  return names.reduce<Part | undefined>(
    (found, name) => found?.[name.replaceAll('~1', '/').replaceAll('~0', '~')] as Part | undefined,
    this.apiDoc,
  )
}
