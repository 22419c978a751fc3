import { ScimRefused, invalidValue } from './scim-refused.ts'

/** A change of one attribute. */
export interface AttributeChange {
  op: 'add' | 'replace' | 'remove'
  /** In lower case, without the URN of the schema. */
  path: string
  value: unknown
}

const urn = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i
const maxOperations = 1_000

/**
 * Reads a body of PATCH. An operation without a path changes each attribute of its value, also of an object under the URN
 * of the schema. Entra ID writes `op` with a
 * capital letter.
 * @throws ScimRefused invalidSyntax, noTarget
 */
export function readOperations(body: unknown): AttributeChange[] {
  const operations = isRecord(body) ? valueOf(body, 'operations') : undefined
  if (!Array.isArray(operations) || operations.length === 0) {
    throw new ScimRefused(400, 'invalidSyntax', 'Operations is missing.')
  }
  if (operations.length > maxOperations) throw invalidValue(`A request has at most ${maxOperations} operations.`)
  return operations.flatMap(changesOf)
}

/** Returns each attribute of a complete resource as a change. */
export function attributesOf(body: unknown): AttributeChange[] {
  if (!isRecord(body)) throw new ScimRefused(400, 'invalidSyntax', 'The body is not a JSON object.')
  return Object.entries(body).map(([name, value]) => ({ op: 'replace', path: pathOf(name), value }))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an attribute, whose name is in any case (RFC 7643, section 2.1). */
export function valueOf(record: Record<string, unknown>, name: string): unknown {
  return Object.entries(record).find(([one]) => one.toLowerCase() === name)?.[1]
}

/** Returns a text or boolean as text in lower case, and an empty text for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value).toLowerCase() : ''
}

function changesOf(operation: unknown): AttributeChange[] {
  if (!isRecord(operation)) throw new ScimRefused(400, 'invalidSyntax', 'An operation is not a JSON object.')
  const op = textOf(valueOf(operation, 'op'))
  if (op !== 'add' && op !== 'replace' && op !== 'remove') {
    throw new ScimRefused(400, 'invalidSyntax', 'op is not add, replace or remove.')
  }
  const path = valueOf(operation, 'path')
  const value = valueOf(operation, 'value')
  const isOfResource = typeof path !== 'string' || path.trim() === '' || urn.test(`${path.trim()}:`)
  if (!isOfResource) return [{ op, path: pathOf(path), value }]
  if (op === 'remove') throw new ScimRefused(400, 'noTarget', 'remove needs a path.')
  if (!isRecord(value)) throw new ScimRefused(400, 'invalidSyntax', 'An operation without a path needs an object.')
  return attributesIn(value).map(([name, one]) => ({ op, path: pathOf(name), value: one }))
}

function attributesIn(value: Record<string, unknown>): [string, unknown][] {
  return Object.entries(value).flatMap(([name, one]): [string, unknown][] =>
    urn.test(`${name}:`) && isRecord(one) ? Object.entries(one) : [[name, one]],
  )
}

function pathOf(name: string): string {
  return name.trim().replace(urn, '').toLowerCase()
}
