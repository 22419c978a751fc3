import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { ReceivedFailure } from '../../../shared/messages/failure.ts'
import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import { convertFailure } from '../../store/legacy-sentences/failures.ts'

const limits = { code: 100, seen: 8_192, paramsBytes: 8_192 }

/**
 * Parses a failure from an agent or a row, with size limits; null if its shape is wrong. Messages may come from another
 * version: unknown codes are accepted.
 */
export function readFailure(value: unknown): ReceivedFailure | null {
  if (!isRecord(value)) return null
  const { code, step, expected, seen, advice } = value
  const what = readMessage(advice)
  if (!isCode(code) || !what) return null
  return {
    code,
    step: readMessage(step),
    expected: readMessage(expected),
    seen: typeof seen === 'string' ? seen.slice(0, limits.seen) : null,
    advice: what,
  }
}

/**
 * Parses a stored failure; converts the sentence of an earlier version.
 * @param errorCode of the row
 */
export function parseFailure(stored: string, errorCode: FailureCode | null): ReceivedFailure {
  return storedFailure(stored) ?? convertFailure(stored, errorCode ?? 'internal_error')
}

/**
 * Returns the text of the failure that replaces the sentence of an earlier version; null if a failure is already
 * stored.
 */
export function convertStoredFailure(stored: string, errorCode: FailureCode | null): string | null {
  return storedFailure(stored) ? null : JSON.stringify(parseFailure(stored, errorCode))
}

/** Returns null for the sentence of an earlier version. */
function storedFailure(stored: string): ReceivedFailure | null {
  try {
    return readFailure(JSON.parse(stored))
  } catch {
    return null
  }
}

/**
 * Parses a message from an agent or a row; null if its shape is wrong. Oversized parameters are dropped: the sentence
 * is complete without them.
 */
export function readMessage(value: unknown): ReceivedMessage | null {
  if (!isRecord(value) || !isCode(value['code'])) return null
  const { code, params } = value
  return { code, params: isRecord(params) && JSON.stringify(params).length <= limits.paramsBytes ? params : {} }
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && value.length <= limits.code && /^[a-z][a-z0-9_]*$/.test(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
