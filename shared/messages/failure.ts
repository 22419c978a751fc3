import type { FailureCode } from '../contract/failures.ts'
import type { AdviceCode, ExpectationCode, StepCode } from './codes.ts'
import type { Renderer } from './create-renderer.ts'
import { type MessageOf, type ReceivedMessage, message } from './message.ts'

export type StepMessage = MessageOf<StepCode>
export type ExpectationMessage = MessageOf<ExpectationCode>
export type AdviceMessage = MessageOf<AdviceCode>

/** Why a run, or a part of it, failed: as an agent sends it, the service stores it and the API returns it. */
export interface Failure {
  code: FailureCode
  /** What was being done; null where nothing had begun. */
  step: StepMessage | null
  expected: ExpectationMessage | null
  /** A quote of the device, redacted and never translated; '' where it sent nothing; null where nothing was awaited. */
  seen: string | null
  advice: AdviceMessage
}

/** A failure as another program sent or stored it: its codes may be of another version. */
export interface ReceivedFailure {
  code: string
  step: ReceivedMessage | null
  expected: ReceivedMessage | null
  seen: string | null
  advice: ReceivedMessage
}

/** What to do about a failure of which nothing more is known than its code. */
export function defaultAdvice(code: FailureCode): AdviceMessage {
  return message(`advice_${code}`)
}

/** A failure that the service found itself, before or after an agent had the run. */
export function failureWithoutStep(code: FailureCode): Failure {
  return { code, step: null, expected: null, seen: null, advice: defaultAdvice(code) }
}

/**
 * Returns the text of a failure for people: what failed, at which step, what was expected and seen, and what to do. Of one
 * that an earlier version described in a sentence, that sentence.
 */
export function composeFailure({ code, step, expected, seen, advice }: ReceivedFailure, render: Renderer): string {
  if (advice.code === 'legacy_text' && !step && !expected && seen === null) return render(advice)
  const parts: ReceivedMessage[] = [{ code: `failure_${code}`, params: {} }]
  if (step) parts.push({ code: 'failure_step', params: { step } })
  if (expected) parts.push({ code: 'failure_expected', params: { expected } })
  if (seen === '') parts.push(message('failure_nothing_seen'))
  else if (seen !== null) parts.push(message('failure_seen', { seen: seen.replace(/\.$/, '') }))
  return [...parts, advice].map(render).join(' ')
}
