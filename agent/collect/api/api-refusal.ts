import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { ExpectationMessage } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import { objectIn } from '../../../shared/platforms/read-json.ts'
import type { WhyNoText } from '../../../shared/platforms/requests.ts'
import { describeSize } from '../../../shared/redact/describe-size.ts'
import type { HttpsAnswer } from '../../sessions/https.ts'

/** Bytes of an error body that are read. */
const readBytes = 16 * 1024

/** Characters of an error message that are quoted. */
const quotedLength = 200

/**
 * Returns why an answer contains no text, from its status and its error body.
 * @param expected what the answer should have been, for a good status with another content type
 */
export async function refusalOf(
  answer: HttpsAnswer,
  expected?: ExpectationMessage,
): Promise<Extract<WhyNoText, { kind: 'failed' }>> {
  const body = await beginningOf(answer)
  const type = answer.headers['content-type'] ?? 'no content type'
  const code = expected === undefined ? codeOf(answer.status) : 'protocol_error'
  const seen = [`${answer.status}, ${type}`, knownWords(body, answer.status)].filter((part) => part !== '').join(': ')
  return { kind: 'failed', code, expected: expected ?? message('expected_answer'), seen }
}

/** RFC 9110 §15.5 and §15.6: denied to the account, unknown to the device, or failed in the device. */
function codeOf(status: number): FailureCode {
  if (status === 403) return 'privilege_insufficient'
  if (status === 409 || status === 423) return 'device_busy'
  if (status >= 400 && status < 500) return 'command_refused'
  if (status === 501) return 'command_refused'
  return status >= 500 ? 'request_failed' : 'protocol_error'
}

async function beginningOf(answer: HttpsAnswer): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer.body) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= readBytes) break // leaving the loop closes the connection
  }
  return Buffer.concat(pieces).toString('utf8', 0, readBytes)
}

/**
 * Returns the message of a platform's error body: JSON with an error status. Of any other body returns only the size,
 * because it may be a configuration with a wrong content type.
 */
function knownWords(body: string, status: number): string {
  const message = status >= 400 ? messageOf(objectIn(body)) : undefined
  if (message === undefined) return describeSize(body)
  const text = message.replace(/\s+/g, ' ').trim()
  return text.length > quotedLength ? `${text.slice(0, quotedLength)}…` : text
}

/** Finds the message at its usual places, from the outside in (RFC 8040 §7.1: `errors`, `error`, `error-message`). */
function messageOf(value: unknown): string | undefined {
  const level: unknown[] = [value]
  for (const inner of level) {
    if (typeof inner !== 'object' || inner === null) continue
    for (const [name, member] of Object.entries(inner)) {
      if (typeof member === 'string' && messageNames.test(name)) return member
      if (Array.isArray(inner) || errorNames.test(name)) level.push(member)
    }
  }
  return undefined
}

const messageNames = /^(?:error-message|errorMessage|message|msg|clierror|error|detail)$/

/** Members that contain errors; NX-API: `ins_api`, `outputs`, `output`. */
const errorNames = /^(?:(?:[\w-]+:)?errors?|data|ins_api|outputs|output)$/
