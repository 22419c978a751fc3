import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { schemaErrors } from '../documents/schema-errors.ts'
import { type DocumentError, parseSource } from '../documents/yaml-source.ts'
import { convertScrapli } from './convert-scrapli.ts'
import type { Draft } from './draft.ts'
import { scrapliSchema, type ScrapliDefinition } from './scrapli-schema.ts'

/** More errors are not reported. */
const maxErrors = 20

/** Reads a scrapli definition. */
export function readScrapli(text: string): { draft: Draft } | { errors: [DocumentError, ...DocumentError[]] } {
  const source = parseSource(text)
  const found = source.errors.length > 0 ? source.errors : schemaErrors(scrapliValidator(), source)
  const [first, ...others] = found.slice(0, maxErrors)
  if (first) return { errors: [first, ...others] }
  return { draft: convertScrapli(source.value as ScrapliDefinition, (path) => source.lineAt(path)) }
}

let compiled: ValidateFunction | undefined

function scrapliValidator(): ValidateFunction {
  const options = { allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true }
  return (compiled ??= new Ajv2020(options).compile(scrapliSchema))
}
