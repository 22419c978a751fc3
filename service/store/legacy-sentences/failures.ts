import { codes, type ExpectationCode, type StepCode } from '../../../shared/messages/codes.ts'
import { type FailureCode, failures } from '../../../shared/contract/failures.ts'
import { type ReceivedFailure, failureWithoutStep } from '../../../shared/messages/failure.ts'
import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import type { ParameterKind } from '../../../shared/messages/parameters.ts'
import { type LegacyPhrase, advicePhrases, expectationPhrases, stepPhrases } from './failure-phrases.ts'

/**
 * Returns the failure that an earlier version of the agent or the service stored as a sentence. Unknown phrases become
 * `legacy_text`; an unknown sentence becomes the advice.
 * @param code of the job or the artifact
 */
export function convertFailure(sentence: string, code: string): ReceivedFailure {
  const found = described.exec(sentence)?.groups
  if (found) {
    const { step = '', expected, seen, nothing, advice = '' } = found
    return {
      code,
      step: convertStep(step),
      expected: expected === undefined ? null : convertPhrase(expected, expectations),
      seen: nothing === undefined ? (seen ?? null) : '',
      advice: convertAdvice(advice, code),
    }
  }
  const denied = restoreDenied.exec(sentence)?.groups
  if (denied) {
    const reason = denied['unset'] === undefined ? 'denied' : 'unset'
    return inSentence(code, { code: 'advice_restore_denied', params: { level: denied['level'], reason } })
  }
  if (isAdviceAlone(sentence, code)) return failureWithoutStep(code as FailureCode)
  return inSentence(code, legacyText(sentence))
}

/** Returns a failed step of a connection test: its failure, and the device's last output. */
export function convertStepDetail(detail: string, code: string): { failure: ReceivedFailure; last_lines?: string[] } {
  const [, sentence = detail, lines] = /^(.+\.) The device sent last: (.*)$/s.exec(detail) ?? []
  return { failure: convertFailure(sentence, code), ...(lines !== undefined && { last_lines: lines.split(' ⏎ ') }) }
}

const described =
  /^failed while (?<step>.+?)(?:; expected (?<expected>.+?))?(?:; seen: (?<seen>.*)|(?<nothing>; nothing was seen))?\. To try: (?<advice>.*)\.$/s

const restoreDenied =
  /^The restore policy refuses at the level (?<level>platform|customer|device): (?:(?<unset>nobody has allowed restores on the platform)|the \w+ denies restores)\.$/

/** `DEVICE: ADVICE.` and `DEVICE: EXPLANATION. Try: ADVICE.` contain no more than the code. */
function isAdviceAlone(sentence: string, code: string): boolean {
  const advice = advicePhrases[code]
  if (advice === undefined || !Object.hasOwn(failures, code)) return false
  return sentence.endsWith(`: ${advice}.`) || saidByService.includes(sentence)
}

const saidByService = ['Whoever scanned was lost, again and again.', 'See the log of the service.']

function convertAdvice(advice: string, code: string): ReceivedMessage {
  if (advice === advicePhrases[code] && Object.hasOwn(failures, code)) return { code: `advice_${code}`, params: {} }
  return legacyText(`${advice.slice(0, 1).toUpperCase()}${advice.slice(1)}.`)
}

function convertStep(step: string): ReceivedMessage {
  const request = / with (?<method>[A-Z]+) (?<path>\/\S*)$/.exec(step)
  if (!request) return convertPhrase(step, steps)
  const params = { step: convertPhrase(step.slice(0, request.index), steps), ...request.groups }
  return { code: 'step_requesting', params }
}

interface Phrase {
  pattern: RegExp
  code: StepCode | ExpectationCode
  params: Record<string, string>
}

const steps = stepPhrases.map(compile)
const expectations = expectationPhrases.map(compile)

function compile([phrase, code, params = {}]: LegacyPhrase<StepCode | ExpectationCode>): Phrase {
  const kinds: Readonly<Record<string, ParameterKind>> = codes[code]
  const literal = phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const source = literal.replace(/\\\{(\w+)\\\}/g, (_all, name: string) =>
    kinds[name] === 'count' ? `(?<${name}>\\d+)` : `(?<${name}>.+)`,
  )
  return { pattern: new RegExp(`^${source}$`, 's'), code, params }
}

function convertPhrase(text: string, phrases: Phrase[]): ReceivedMessage {
  for (const { pattern, code, params } of phrases) {
    const found = pattern.exec(text)
    if (!found) continue
    const kinds: Readonly<Record<string, ParameterKind>> = codes[code]
    const values = Object.entries({ ...params, ...found.groups })
    return { code, params: Object.fromEntries(values.map(([name, value]) => [name, ofKind(kinds[name], value)])) }
  }
  return legacyText(text)
}

function ofKind(kind: ParameterKind | undefined, value: string): string | number {
  return kind === 'count' ? Number(value) : value
}

function inSentence(code: string, advice: ReceivedMessage): ReceivedFailure {
  return { code, step: null, expected: null, seen: null, advice }
}

function legacyText(text: string): ReceivedMessage {
  return { code: 'legacy_text', params: { text } }
}
