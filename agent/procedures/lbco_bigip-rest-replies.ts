import type { FailureCode } from '../../shared/contract/failures.ts'
import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { createJsonText } from '../../shared/platforms/json-text.ts'
import { objectIn } from '../../shared/platforms/read-json.ts'
import { type ApiRequest, ArtifactUnavailable } from '../../shared/platforms/requests.ts'
import { describeSize } from '../../shared/redact/describe-size.ts'
import { refusalOf } from '../collect/api/api-refusal.ts'
import type { ApiSession } from '../collect/api/api-session.ts'
import type { HttpsAnswer } from '../sessions/https.ts'

const jsonType = { 'content-type': 'application/json', accept: 'application/json' }

/** A request that changes the device and is sent once. */
export function postJson(path: string, body: unknown, method: 'POST' | 'PUT' = 'POST'): ApiRequest {
  return { method, path, headers: jsonType, body: JSON.stringify(body), repeatable: false }
}

export function getJson(path: string): ApiRequest {
  return { method: 'GET', path, headers: jsonType, repeatable: true }
}

/** Failure codes for statuses that are more often caused by the account than by the release. */
export type Meaning = Readonly<Partial<Record<number, FailureCode>>>

/** Managers and resource administrators get 400 and 403; Appliance mode has no bash and returns 404. */
export const bashThere: Meaning = {
  400: 'privilege_insufficient',
  403: 'privilege_insufficient',
  404: 'privilege_insufficient',
}

/**
 * Returns the object of an answer. Errors are objects too, `{code, message}`, some with status 200.
 * @throws DeviceFailure
 */
export async function objectOf(
  talk: ApiSession,
  answer: HttpsAnswer,
  step: StepMessage,
  meaning: Meaning = {},
): Promise<Record<string, unknown>> {
  await refuseStatus(talk, answer, step, meaning)
  const body = Buffer.concat(await Array.fromAsync(answer.body)).toString()
  const reply = objectIn(body)
  if (!reply)
    throw talk.failure('protocol_error', { step, expected: message('expected_json_object'), seen: describeSize(body) })
  refuseError(talk, reply, step, meaning)
  return reply
}

/**
 * Passes a command's output from an answer of `util/bash` as it arrives.
 * @returns the number of characters lost because their bytes are not UTF-8
 * @throws DeviceFailure
 */
export async function readResult(
  talk: ApiSession,
  answer: HttpsAnswer,
  step: StepMessage,
  hear: (piece: Buffer) => Promise<void>,
): Promise<number> {
  await refuseStatus(talk, answer, step, bashThere)
  const result = createJsonText('commandResult')
  try {
    for await (const piece of answer.body) await hear(result.push(piece))
    const { object, replaced } = result.end()
    refuseError(talk, object, step, bashThere)
    return replaced
  } catch (error) {
    if (!(error instanceof ArtifactUnavailable) || error.why.kind !== 'failed') throw error
    throw talk.failure(error.why.code, { step, ...error.why })
  }
}

async function refuseStatus(talk: ApiSession, answer: HttpsAnswer, step: StepMessage, meaning: Meaning): Promise<void> {
  const { status, headers } = answer
  const isGood = status >= 200 && status <= 202
  if (isGood && /json/.test(headers['content-type'] ?? '')) return
  const expected = message('expected_json_object')
  if (isGood) throw talk.failure('protocol_error', { step, ...(await refusalOf(answer, expected)) })
  const { code, seen } = await refusalOf(answer)
  throw talk.failure(meaning[status] ?? code, { step, expected: message('expected_answer'), seen })
}

function refuseError(talk: ApiSession, reply: Record<string, unknown>, step: StepMessage, meaning: Meaning): void {
  const { code, message: words } = reply
  if (typeof code !== 'number' || code < 400) return
  const seen = `${code}: ${typeof words === 'string' ? words : ''}`
  throw talk.failure(meaning[code] ?? 'command_refused', { step, expected: message('expected_answer'), seen })
}
