import { isSeq, type Node, parseDocument, Scalar, visit } from 'yaml'

/** A rule for a document: its keys, separated by dots, and its value in JSON. */
export interface RuleToApply {
  path: string
  value: string
}

/**
 * Returns the source of a document with these rules. Items of a list are added to those that the document has; any other
 * value replaces the existing one. Returns null if the source is not YAML, or has a text where a rule needs a section.
 */
export function applyRules(source: string, rules: readonly RuleToApply[]): string | null {
  const document = parseDocument(source, { version: '1.2', schema: 'core' })
  if (document.errors.length > 0) return null
  try {
    for (const { path, value } of rules) {
      const keys = path.split('.')
      const given: unknown = JSON.parse(value)
      const present = document.getIn(keys, true)
      if (!Array.isArray(given) || !isSeq(present)) {
        document.setIn(keys, quoted(document.createNode(given, { flow: keys.length > 1 })))
        continue
      }
      const known = new Set((present.toJSON() as unknown[]).map((item) => JSON.stringify(item)))
      for (const item of given) if (!known.has(JSON.stringify(item))) present.add(quoted(document.createNode(item)))
    }
    return document.toString({ singleQuote: true, lineWidth: 0 })
  } catch {
    return null
  }
}

/** Patterns are written in quotes. A text with control characters needs double ones, which the writer chooses. */
function quoted<T extends Node>(node: T): T {
  visit(node, {
    Scalar(_key, scalar) {
      if (typeof scalar.value === 'string' && /^[ -~]*[^\w ./-][ -~]*$/.test(scalar.value))
        scalar.type = Scalar.QUOTE_SINGLE
    },
  })
  return node
}
