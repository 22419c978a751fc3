import type { FailureCode } from '../shared/contract/failures.ts'
import {
  type AdviceMessage,
  type ExpectationMessage,
  type Failure,
  type StepMessage,
  defaultAdvice,
} from '../shared/messages/failure.ts'
import { mapTexts } from '../shared/messages/map-texts.ts'
import { message } from '../shared/messages/message.ts'
import { renderFailure } from '../shared/messages/render.ts'
import { createRedactor } from '../shared/redact/redact-secrets.ts'
import { quoteOutput } from './quote-output.ts'

/** The details of a failure beside its code. */
export interface FailureFacts {
  step: StepMessage
  expected?: ExpectationMessage | null
  /** Quoted from the device. The secrets passed with it are masked. */
  seen?: string | null
  /** Overrides the code's own advice, if more is known. */
  advice?: AdviceMessage
  /** The last lines of a greeting, for a user who tests one device. Not part of messages or logs of a backup. */
  lastLines?: readonly string[]
}

/** Why a run, or one of its artifacts, failed. `message` is its English text, for logs. */
export class DeviceFailure extends Error implements Failure {
  readonly code: FailureCode
  readonly step: StepMessage
  readonly expected: ExpectationMessage | null
  readonly seen: string | null
  readonly advice: AdviceMessage
  readonly lastLines?: readonly string[]

  constructor(code: FailureCode, facts: FailureFacts, secrets: readonly string[] = []) {
    const { seen = null, expected = null } = facts
    const redact = createRedactor(secrets)
    const failure: Failure = {
      code,
      step: mapTexts(facts.step, redact),
      expected: expected && mapTexts(expected, redact),
      seen: seen === null ? null : quoteOutput(redact(seen)),
      advice: facts.advice ?? defaultAdvice(code),
    }
    super(renderFailure(failure, 'en'))
    this.name = 'DeviceFailure'
    this.code = code
    this.step = failure.step as StepMessage
    this.expected = failure.expected
    this.seen = failure.seen
    this.advice = failure.advice
    this.lastLines = facts.lastLines
  }

  /** The failure as data: what is sent and stored. */
  toData(): Failure {
    const { code, step, expected, seen, advice } = this
    return { code, step, expected, seen, advice }
  }
}

/** Returns the same failure with additional advice. */
export function withAdvice(failure: DeviceFailure, more: AdviceMessage): DeviceFailure {
  const advice = message('advice_and', { first: failure.advice, second: more })
  return new DeviceFailure(failure.code, { ...failure, advice })
}
