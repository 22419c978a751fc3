import type { FailureCode } from '../contract/failures.ts'
import type { AdviceMessage, ExpectationMessage } from '../messages/failure.ts'
import { message } from '../messages/message.ts'
import { lineShape } from '../redact/describe-size.ts'
import type { TextChecks, WhyNoText } from './requests.ts'
import { isBlank } from './is-blank.ts'

/** What the text lacks, or the facts found in it. */
export type TextCheckResult =
  { lacks: Extract<WhyNoText, { kind: 'failed' }> } | { lacks: undefined; metadata: Record<string, unknown> }

/** Of a longer line only both ends are checked: one line may be a whole configuration. */
const lineBytes = 64 * 1024

/** Checks a text line by line as it arrives. Stores only what its checks need. */
export class TextCheck {
  readonly #checks: TextChecks
  readonly #metadata: Record<string, unknown> = {}
  #first: string | undefined
  #last = ''
  #lines = 0
  #rest = ''
  #lacking: readonly RegExp[]
  #hidden: readonly RegExp[]
  #facts: readonly (readonly [string, RegExp])[]
  #named: readonly RegExp[]
  #otherSystem: string | undefined

  constructor(checks: TextChecks) {
    this.#checks = checks
    this.#lacking = checks.requiredLines ?? []
    this.#hidden = checks.wholeAccount?.requiredLines ?? []
    this.#facts = Object.entries(checks.metadata ?? {})
    this.#named = checks.facts ?? []
  }

  /** Takes the next bytes of the text. */
  push(piece: Uint8Array): void {
    const text = this.#rest + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.addLine(withoutReturn(text.slice(from, end)))
      from = end + 1
    }
    this.#rest = text.slice(from)
    if (this.#rest.length > lineBytes)
      this.#rest = this.#rest.slice(0, lineBytes / 2) + this.#rest.slice(-lineBytes / 2)
  }

  /** Takes a whole line without its end, as an alternative to `push`. */
  addLine(line: string): void {
    this.#lines += 1
    if (isBlank(line)) return
    if (this.#lines <= headLines && this.#checks.wholeAccount) this.#otherSystem ??= systemIn(line)
    this.#first ??= line
    this.#last = line
    if (this.#lacking.length > 0) this.#lacking = withoutMatching(this.#lacking, line)
    if (this.#hidden.length > 0) this.#hidden = withoutMatching(this.#hidden, line)
    if (this.#facts.length > 0) this.#readFacts(line)
    if (this.#named.length > 0) this.#readNamedFacts(line)
  }

  /** Returns a check that continues from here on its own, without facts. */
  fork(): TextCheck {
    const copy = new TextCheck(this.#checks)
    copy.#first = this.#first
    copy.#last = this.#last
    copy.#lines = this.#lines
    copy.#rest = this.#rest
    copy.#lacking = this.#lacking
    copy.#hidden = this.#hidden
    copy.#otherSystem = this.#otherSystem
    copy.#facts = []
    copy.#named = []
    return copy
  }

  /** Returns the result. After a truncated text, more may be pushed. */
  end(): TextCheckResult {
    if (this.#rest !== '') this.addLine(withoutReturn(this.#rest))
    const { firstLine, lastLine } = this.#checks
    if (this.#first === undefined) return cut(message('expected_text'), '')
    if (firstLine && !firstLine.test(this.#first)) {
      const expected = message('expected_first_line', { pattern: firstLine.source })
      // Only the shape is reported, because a text of another kind may contain anything.
      return failed('protocol_error', expected, lineShape(this.#first))
    }
    if (lastLine && !lastLine.test(this.#last.trimEnd()))
      return cut(message('expected_last_line', { pattern: lastLine.source }), lineShape(this.#last))
    const [lacked] = this.#lacking
    if (lacked) return cut(message('expected_line', { pattern: lacked.source }), lineShape(this.#last))
    return this.#hiddenPart() ?? { lacks: undefined, metadata: this.#metadata }
  }

  /** Checks for sections that an account with too few rights, or another system, would not show. */
  #hiddenPart(): TextCheckResult | undefined {
    const account = this.#checks.wholeAccount
    const [hidden] = this.#hidden
    if (!account || (!hidden && this.#lines >= account.minLines)) return undefined
    if (this.#otherSystem !== undefined) {
      const advice = message('advice_check_platform')
      const expected = message('expected_configuration_of_platform')
      return failed('protocol_error', expected, `one of ${this.#otherSystem}`, advice)
    }
    const expected = hidden
      ? message('expected_line', { pattern: hidden.source })
      : message('expected_lines', { min: account.minLines })
    return failed('privilege_insufficient', expected, `${this.#lines} lines, complete but almost empty`)
  }

  #readNamedFacts(line: string): void {
    for (const pattern of this.#named) {
      const groups = pattern.exec(line)?.groups
      if (!groups) continue
      for (const [name, value] of Object.entries(groups))
        if (value !== undefined && name !== momentary) this.#metadata[name] ??= value
      this.#named = this.#named.filter((other) => other !== pattern)
    }
  }

  #readFacts(line: string): void {
    for (const fact of this.#facts) {
      const [name, pattern] = fact
      const value = pattern.exec(line)?.groups?.['value']
      if (value === undefined) continue
      this.#metadata[name] = value
      this.#facts = this.#facts.filter((other) => other !== fact)
    }
  }
}

/** Changes all the time, so it is not stored with a version. */
const momentary = 'uptime'

/** Returns the same list if no pattern matches, as for nearly every line. */
function withoutMatching(patterns: readonly RegExp[], line: string): readonly RegExp[] {
  return patterns.some((pattern) => pattern.test(line)) ? patterns.filter((pattern) => !pattern.test(line)) : patterns
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

function cut(expected: ExpectationMessage, seen: string): TextCheckResult {
  return failed('output_truncated', expected, seen)
}

function failed(
  code: FailureCode,
  expected: ExpectationMessage,
  seen: string,
  advice?: AdviceMessage,
): TextCheckResult {
  return { lacks: { kind: 'failed', code, expected, seen, ...(advice && { advice }) } }
}

/** Number of lines at the start of a configuration that may name the system. */
const headLines = 20

/** Systems with a similar command line, by text at the start of their configurations. */
const systems: readonly [RegExp, string][] = [
  [/^frr (?:version|defaults) /, 'FRRouting'],
  [/^! device: .*\bEOS-/, 'Arista EOS'],
  [/^!! IOS XR Configuration/, 'IOS XR'],
  [/^ASA Version /, 'Cisco ASA'],
]

function systemIn(line: string): string | undefined {
  return systems.find(([pattern]) => pattern.test(line))?.[1]
}
