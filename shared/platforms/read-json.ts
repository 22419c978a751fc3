import { message } from '../messages/message.ts'
import { describeSize } from '../redact/describe-size.ts'
import { ArtifactUnavailable } from './requests.ts'

/**
 * The JSON that a device answered with.
 * @throws NoText protocol_error for what is none: the page of a web server, say; its size is told
 */
export function readJson(body: Uint8Array): unknown {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw new ArtifactUnavailable({
      is: 'failed',
      code: 'protocol_error',
      expected: message('expected_json'),
      seen: describeSize(text),
    })
  }
}

/** The object, or list, in a text of JSON; undefined for anything else. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** The member at the end of these names, undefined where one of them is missing or its parent is no object. */
export function memberAt(value: unknown, ...names: string[]): unknown {
  let at = value
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

/** As a list: what some answers give as one object where there is one, and as a list where there are more. */
export function asList(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
