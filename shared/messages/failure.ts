import type { FailureCode } from '../contract/failures.ts'
import type { AdviceCode, ExpectationCode, StepCode } from './codes.ts'
import type { Renderer } from './create-renderer.ts'
import { type Message, type MessageOf, type ReceivedMessage, message } from './message.ts'

export type StepMessage = MessageOf<StepCode>
export type ExpectationMessage = MessageOf<ExpectationCode>
export type AdviceMessage = MessageOf<AdviceCode>

/** Why a run, or a part of it, failed. The agent sends it, the service stores it and the API returns it. */
export interface Failure {
  code: FailureCode
  /** The step that failed; null if none had begun. */
  step: StepMessage | null
  expected: ExpectationMessage | null
  /** Redacted output of the device, never translated; '' if it sent nothing; null if no output was expected. */
  seen: string | null
  advice: AdviceMessage
}

/** A failure from another program or from storage. Its codes may be of another version. */
export interface ReceivedFailure {
  code: string
  step: ReceivedMessage | null
  expected: ReceivedMessage | null
  seen: string | null
  advice: ReceivedMessage
}

/** Returns the advice for a failure without more specific advice. */
export function defaultAdvice(code: FailureCode): AdviceMessage {
  return message(`advice_${code}`)
}

/** Returns a failure that the service detected before or after an agent ran the job. */
export function failureWithoutStep(code: FailureCode): Failure {
  return { code, step: null, expected: null, seen: null, advice: defaultAdvice(code) }
}

/**
 * Returns the text of a failure: what failed, at which step, what was expected and seen, and what to do. If an earlier
 * version stored a sentence, returns that sentence.
 */
export function composeFailure(failure: ReceivedFailure, render: Renderer): string {
  return failureSentences(failure).map(render).join(' ')
}

/** Returns the sentences of a failure, as a parameter of the kind `sentences`. */
export function failureSentences(failure: Failure): Message[]
export function failureSentences(failure: ReceivedFailure): ReceivedMessage[]
export function failureSentences({ code, step, expected, seen, advice }: ReceivedFailure): ReceivedMessage[] {
  if (advice.code === 'legacy_text' && !step && !expected && seen === null) return [advice]
  const parts: ReceivedMessage[] = [{ code: `failure_${code}`, params: {} }]
  if (step) parts.push({ code: 'failure_step', params: { step } })
  if (expected) parts.push({ code: 'failure_expected', params: { expected } })
  if (seen === '') parts.push(message('failure_nothing_seen'))
  else if (seen !== null) parts.push(message('failure_seen', { seen: seen.replace(/\.$/, '') }))
  return [...parts, advice]
}
