import { failures, type FailureCode } from '../shared/contract/failures.ts'
import { blankSecrets } from '../shared/redact/blank-secrets.ts'
import { quote } from './quote.ts'

/** What a failure says. `seen` is quoted from the device: the secrets given beside it are blanked by value. */
export interface FailureFacts {
  /** What was being done, in words that follow "while": `logging in`, `reading running-config`. */
  step: string
  expected?: string
  seen?: string
  /** In place of the code's own advice, where more is known. */
  advice?: string
  /** The last lines of a greeting, for a person who examines one device: in no message and no log of a backup. */
  lastLines?: readonly string[]
}

/** A run, or one artifact of it, that failed: the code is a line of `failures`, the message is for a person. */
export class DeviceFailure extends Error {
  readonly code: FailureCode
  readonly step: string
  readonly expected?: string
  readonly seen?: string
  readonly advice?: string
  readonly lastLines?: readonly string[]

  constructor(code: FailureCode, facts: FailureFacts, secrets: readonly string[] = []) {
    const expected = facts.expected && blankSecrets(facts.expected, secrets)
    const seen = facts.seen === undefined ? undefined : quote(blankSecrets(facts.seen, secrets))
    super(messageOf(code, { ...facts, expected, seen }))
    this.name = 'DeviceFailure'
    this.code = code
    this.step = facts.step
    this.expected = expected
    this.seen = seen
    this.advice = facts.advice
    this.lastLines = facts.lastLines
  }
}

/** The same failure, with one thing more to try. */
export function withAdvice(failure: DeviceFailure, more: string): DeviceFailure {
  const advice = `${failure.advice ?? failures[failure.code].advice}; ${more}`
  return new DeviceFailure(failure.code, { ...failure, advice })
}

function messageOf(code: FailureCode, facts: FailureFacts): string {
  const parts = [`failed while ${facts.step}`]
  if (facts.expected) parts.push(`expected ${facts.expected}`)
  if (facts.seen !== undefined) parts.push(facts.seen === '' ? 'nothing was seen' : `seen: ${facts.seen}`)
  return `${parts.join('; ')}. To try: ${facts.advice ?? failures[code].advice}.`
}
