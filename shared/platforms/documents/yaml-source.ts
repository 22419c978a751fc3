import { type Document, isAlias, isCollection, isMap, isNode, LineCounter, type Node, parseDocument, visit } from 'yaml'
import { type MessageOf, message } from '../../messages/message.ts'
import type { PlatformDocumentCode } from '../../messages/codes.ts'
import type { DocumentFault } from './check-document.ts'
import { documentLimits } from './schema.ts'

/** An error of a document at its position, both counted from 1. */
export interface DocumentError {
  line: number
  column: number
  /** Keys and indices, separated by dots; '' for the whole document. */
  path: string
  reason: MessageOf<PlatformDocumentCode>
}

/** A text in YAML: its value, or why it is not accepted. */
export interface YamlSource {
  value: unknown
  errors: DocumentError[]
  /** Returns an error at its position, or at that of the nearest key around it. */
  at: (fault: DocumentFault & { isKey?: boolean }) => DocumentError
  /** Returns the line of a path, from 1. */
  lineAt: (path: readonly (string | number)[]) => number
}

/** Parses YAML 1.2 (core schema, without anchors and tags) within the limits of documents. */
export function parseSource(text: string): YamlSource {
  const lines = new LineCounter()
  const placed = (offset: number, path: string, reason: DocumentError['reason']): DocumentError => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col), path, reason }
  }
  const only = (reason: DocumentError['reason']): YamlSource => {
    const error = { line: 1, column: 1, path: '', reason }
    return { value: undefined, errors: [error], at: () => error, lineAt: () => 1 }
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
    const at: YamlSource['at'] = ({ path, reason, isKey = false }) =>
      placed(offsetOf(parsed, path, isKey), path.join('.'), reason)
    const lineAt = (path: readonly (string | number)[]) => lines.linePos(offsetOf(parsed, path, false)).line
    return { value: errors.length > 0 ? undefined : parsed.toJS({ maxAliasCount: 0 }), errors, at, lineAt }
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
