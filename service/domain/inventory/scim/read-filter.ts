import { ScimRefused } from './scim-refused.ts'

/** A filter that compares an attribute with a text. */
export interface ScimFilter<Attribute extends string> {
  attribute: Attribute
  value: string
}

const urn = /^\s*urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i
const anyEmail = /^\s*emails(\[[^\]]*\])?(\.value)?\s/i
const comparison = /^\s*([a-zA-Z.]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i

/**
 * Reads a filter such as `userName eq "bo@example.net"`.
 * @param attributes that the filter may name, in any case
 * @throws ScimRefused invalidFilter
 */
export function readFilter<Attribute extends string>(
  filter: string | undefined,
  attributes: readonly Attribute[],
): ScimFilter<Attribute> | null {
  if (filter === undefined) return null
  const [, name = '', quoted = ''] = comparison.exec(filter.replace(urn, '').replace(anyEmail, 'emails.value ')) ?? []
  const attribute = attributes.find((one) => one.toLowerCase() === name.toLowerCase())
  const value = attribute && parseText(quoted)
  if (!attribute || value === undefined) {
    const forms = attributes.map((one) => `${one} eq "…"`).join(', ')
    throw new ScimRefused(400, 'invalidFilter', `Coffer supports the filters: ${forms}.`)
  }
  return { attribute, value }
}

function parseText(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted)
    return typeof value === 'string' && !value.includes('\0') ? value : undefined
  } catch {
    return undefined
  }
}
