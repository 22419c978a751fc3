import { message } from '../messages/message.ts'
import { describeSize } from '../redact/describe-size.ts'
import { ArtifactUnavailable } from './requests.ts'

/**
 * Parses a JSON response.
 * @throws ArtifactUnavailable protocol_error for other content, such as a web page; it contains the size
 */
export function readJson(body: Uint8Array): unknown {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw new ArtifactUnavailable({
      kind: 'failed',
      code: 'protocol_error',
      expected: message('expected_json'),
      seen: describeSize(text),
    })
  }
}

/** Returns the object or array in a JSON text; undefined for other content. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Returns the member at the end of these names; undefined if one is missing or its parent is not an object. */
export function memberAt(value: unknown, ...names: string[]): unknown {
  let at = value
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

/** Returns a list: some responses contain a single object instead of a list of one. */
export function asList(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
