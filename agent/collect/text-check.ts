import type { ExpectationMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { lineShape } from '../../shared/redact/describe-size.ts'
import type { TextChecks, WhyNoText } from '../../shared/platforms/requests.ts'

export interface TextCheck {
  push(piece: Uint8Array): void
  /** In place of `push`, for whoever has whole lines, without their ends. */
  look(line: string): void
  /** What the text lacks, or the facts it states. */
  end(): { lacks: Extract<WhyNoText, { is: 'failed' }> } | { lacks: undefined; metadata: Record<string, unknown> }
}

/** Of a longer line only both ends are looked at: one line may be a whole configuration. */
const lineBytes = 64 * 1024

/** Checks a text as it comes, line by line; nothing of it is kept but what is asked about. */
export function createTextCheck(checks: TextChecks): TextCheck {
  let first: string | undefined
  let last = ''
  let lines = 0
  let rest = ''
  const lacking = new Set(checks.requiredLines)
  const hidden = new Set(checks.wholeAccount?.requiredLines)
  const wanted = new Map(Object.entries(checks.metadata ?? {}))
  const metadata: Record<string, unknown> = {}
  let otherSystem: string | undefined

  function look(line: string): void {
    lines += 1
    if (line.trim() === '') return
    if (checks.wholeAccount && lines <= headLines) otherSystem ??= systemIn(line)
    first ??= line
    last = line
    for (const pattern of lacking) if (pattern.test(line)) lacking.delete(pattern)
    for (const pattern of hidden) if (pattern.test(line)) hidden.delete(pattern)
    for (const [name, pattern] of wanted) {
      const value = pattern.exec(line)?.groups?.['value']
      if (value === undefined) continue
      metadata[name] = value
      wanted.delete(name)
    }
  }

  return {
    look,
    push(piece) {
      const text = rest + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
      let from = 0
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
        look(text.slice(from, end).replace(/\r$/, ''))
        from = end + 1
      }
      rest = text.slice(from)
      if (rest.length <= lineBytes) return
      rest = rest.slice(0, lineBytes / 2) + rest.slice(-lineBytes / 2)
    },
    end() {
      if (rest !== '') look(rest.replace(/\r$/, ''))
      const cut = (expected: ExpectationMessage, seen: string) =>
        ({ lacks: { is: 'failed', code: 'output_truncated', expected, seen } }) as const
      if (first === undefined) return cut(message('expected_text'), '')
      if (checks.firstLine && !checks.firstLine.test(first)) {
        // what is no text of this kind may be anything: little of it is quoted
        const lacks = {
          is: 'failed',
          code: 'protocol_error',
          expected: message('expected_first_line', { pattern: checks.firstLine.source }),
        } as const
        return { lacks: { ...lacks, seen: lineShape(first) } }
      }
      if (checks.lastLine && !checks.lastLine.test(last.trimEnd()))
        return cut(message('expected_last_line', { pattern: checks.lastLine.source }), lineShape(last))
      const [lacked] = lacking
      if (lacked) return cut(message('expected_line', { pattern: lacked.source }), lineShape(last))
      const account = checks.wholeAccount
      const [hides] = hidden
      if (account && (hides || lines < account.minLines) && otherSystem !== undefined) {
        const expected = message('expected_configuration_of_platform')
        const advice = message('advice_check_platform')
        return { lacks: { is: 'failed', code: 'protocol_error', expected, seen: `one of ${otherSystem}`, advice } }
      }
      if (account && (hides || lines < account.minLines)) {
        const expected = hides
          ? message('expected_line', { pattern: hides.source })
          : message('expected_lines', { min: account.minLines })
        const seen = `${lines} lines, complete but almost empty`
        return { lacks: { is: 'failed', code: 'privilege_insufficient', expected, seen } }
      }
      return { lacks: undefined, metadata }
    },
  }
}

/** So many lines at the beginning of a configuration may name the system. */
const headLines = 20

/** Systems whose command line resembles that of others, by what they write at the head of a configuration. */
const systems: readonly [RegExp, string][] = [
  [/^frr (?:version|defaults) /, 'FRRouting'],
  [/^! device: .*\bEOS-/, 'Arista EOS'],
  [/^!! IOS XR Configuration/, 'IOS XR'],
  [/^ASA Version /, 'Cisco ASA'],
]

function systemIn(line: string): string | undefined {
  return systems.find(([pattern]) => pattern.test(line))?.[1]
}
