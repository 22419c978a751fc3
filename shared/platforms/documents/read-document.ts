import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { type Document, isAlias, isCollection, isMap, isNode, LineCounter, type Node, parseDocument, visit } from 'yaml'
import { type MessageOf, message } from '../../messages/message.ts'
import type { PlatformDocumentCode } from '../../messages/codes.ts'
import type { Platform } from '../platform.ts'
import { checkDocument, type DocumentFault } from './check-document.ts'
import { compileDocument } from './compile-document.ts'
import type { PlatformDocument } from './document.ts'
import { whyPatternRefused } from './document-pattern.ts'
import { extendDocument, type FindDocument } from './extend-document.ts'
import { documentLimits, documentSchema } from './schema.ts'

/** An error of a document at its position, both counted from 1. */
export interface DocumentError {
  line: number
  column: number
  /** Keys and indices, separated by dots; '' for the whole document. */
  path: string
  reason: MessageOf<PlatformDocumentCode>
}

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
  const errors = (source.errors.length > 0 ? source.errors : validate(source)).slice(0, maxErrors)
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

interface Source {
  value: unknown
  errors: DocumentError[]
  /** Returns an error at its position, or at that of the nearest key around it. */
  at: (fault: DocumentFault & { isKey?: boolean }) => DocumentError
}

function parseSource(text: string): Source {
  const lines = new LineCounter()
  const placed = (offset: number, path: string, reason: DocumentError['reason']): DocumentError => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col), path, reason }
  }
  const only = (reason: DocumentError['reason']): Source => {
    const error = { line: 1, column: 1, path: '', reason }
    return { value: undefined, errors: [error], at: () => error }
  }
  if (Buffer.byteLength(text) > documentLimits.bytes)
    return only(message('document_too_large', { max: documentLimits.bytes }))
  try {
    const parsed = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: true,
    })
    const errors = [
      ...parsed.errors.map(({ code, pos }) =>
        placed(
          pos[0],
          '',
          code === 'DUPLICATE_KEY'
            ? message('document_key_repeated')
            : message('document_yaml_invalid', { reason: code }),
        ),
      ),
      ...parsed.warnings.map(({ pos }) => placed(pos[0], '', message('document_alias'))), // unknown tags
      ...forbiddenNodes(parsed).map(([node, reason]) => placed(node.range?.[0] ?? 0, '', reason)),
    ]
    const at: Source['at'] = ({ path, reason, isKey = false }) =>
      placed(offsetOf(parsed, path, isKey), path.join('.'), reason)
    return { value: errors.length > 0 ? undefined : parsed.toJS({ maxAliasCount: 0 }), errors, at }
  } catch (error) {
    if (error instanceof RangeError) return only(message('document_too_deep', { max: documentLimits.depth }))
    throw error
  }
}

function forbiddenNodes(parsed: Document.Parsed): [Node, DocumentError['reason']][] {
  const found: [Node, DocumentError['reason']][] = []
  visit(parsed, (_key, node, path) => {
    if (!isNode(node)) return
    if (isAlias(node) || ('anchor' in node && node.anchor) || ('tag' in node && node.tag))
      found.push([node, message('document_alias')])
    const depth = path.filter(isCollection).length
    if (depth <= documentLimits.depth) return
    found.push([node, message('document_too_deep', { max: documentLimits.depth })])
    return visit.BREAK
  })
  return found
}

function offsetOf(parsed: Document.Parsed, path: readonly (string | number)[], isKey: boolean): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? parsed.contents : parsed.getIn(path.slice(0, length - 1), true)
    const key = path[length - 1]
    const pair = isMap(parent) && parent.items.find((item) => isNode(item.key) && String(item.key) === String(key))
    if (pair && isNode(pair.key)) {
      const value = isNode(pair.value) && !isCollection(pair.value) && !isKey ? pair.value : pair.key
      return value.range?.[0] ?? 0
    }
    const node = parsed.getIn(path.slice(0, length), true)
    if (isNode(node)) return node.range?.[0] ?? 0
  }
  const extended = parsed.getIn(['extends'], true)
  return path.length > 0 && isNode(extended) ? (extended.range?.[0] ?? 0) : 0
}

let compiled: ValidateFunction | undefined

/** Compiled at first use: most threads of the service read no document. */
function documentValidator(): ValidateFunction {
  if (compiled) return compiled
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true })
  ajv.addFormat('linear-pattern', { type: 'string', validate: (source) => whyPatternRefused(source) === undefined })
  compiled = ajv.compile(documentSchema)
  return compiled
}

/** Errors that are examined to find the most specific ones: a list may contain an error in each item. */
const maxExamined = 500

function validate(source: Source): DocumentError[] {
  const isDocument = documentValidator()
  if (isDocument(source.value)) return []
  return mostSpecific((isDocument.errors ?? []).slice(0, maxExamined)).map((error) => {
    const path = pathOf(error.instancePath)
    if (error.keyword === 'additionalProperties') {
      const key = String(error.params['additionalProperty'])
      return source.at({ path: [...path, key], reason: message('document_key_unknown', { key }), isKey: true })
    }
    if (error.keyword === 'required') {
      const key = String(error.params['missingProperty'])
      return source.at({ path, reason: message('document_key_missing', { key }) })
    }
    const value = path.reduce<unknown>((of, key) => (of as Record<string, unknown> | undefined)?.[key], source.value)
    const refused = error.keyword === 'format' ? whyPatternRefused(String(value)) : undefined
    return source.at({ path, reason: refused ?? message('document_value_invalid', { rule: ruleOf(error) }) })
  })
}

/** Of the errors of alternatives, only the deepest ones say what was meant. */
function mostSpecific(errors: readonly ErrorObject[]): ErrorObject[] {
  const isNullRule = ({ keyword, params }: ErrorObject) => keyword === 'type' && params['type'] === 'null'
  const wanted = errors.filter((error) => error.keyword !== 'if' && !isNullRule(error))
  const deepest = wanted.filter(
    (error) =>
      error.keyword !== 'anyOf' ||
      !wanted.some((other) => other !== error && other.instancePath.startsWith(error.instancePath)),
  )
  return deepest.filter(
    (error, at) =>
      deepest.findIndex(
        (other) =>
          other.instancePath === error.instancePath &&
          (other.keyword !== 'additionalProperties' ||
            other.params['additionalProperty'] === error.params['additionalProperty']),
      ) === at,
  )
}

function ruleOf({ keyword, params }: ErrorObject): string {
  return `${keyword} ${JSON.stringify(Object.values(params)[0] ?? '')}`
}

function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}
