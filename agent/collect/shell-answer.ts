import type { FailureCode } from '../../shared/contract/failures.ts'
import type { ShellArtifact, ShellDescription } from '../../shared/platforms/platform.ts'
import { quote } from '../quote.ts'
import { lineShape } from './line-shape.ts'
import type { Prompt } from './prompt.ts'
import { plainLines, rendered, withoutEcho } from './terminal-text.ts'

export type Verdict =
  | { is: 'text'; text: string; metadata: Record<string, unknown> }
  | { is: 'absent'; reason: string }
  | { is: 'failed'; code: FailureCode; expected: string; seen: string }

/**
 * What a device answered to one command: echo, pager, prompts and the log lines around them removed, line ends `\n`.
 * @param received the bytes as latin1
 * @param pages the lengths of `received` at which a page was asked for
 */
export function bodyOf(
  received: string,
  pages: readonly number[],
  command: string,
  prompt: Prompt,
  shell: ShellDescription,
): string {
  const text = plainLines(withoutPager(received, pages, shell))
  const skippable = (line: string) => prompt.is(line) || shell.intruder.test(line)
  return withoutPrompts(withoutEcho(text, command, skippable).rest, prompt, shell)
}

/** Whether an answer is the artifact, whole. */
export function judgeAnswer(body: string, artifact: ShellArtifact, shell: ShellDescription): Verdict {
  const all = body.split('\n')
  const lines = withoutBlankEnd(withoutLeading(all, [...shell.preamble, ...(artifact.cutLeading ?? [])]))
  const first = lines.filter((line) => line.trim() !== '').slice(0, shell.refusalLines)
  const found = (patterns: readonly RegExp[]) => first.find((line) => patterns.some((pattern) => pattern.test(line)))
  const fail = (code: FailureCode, expected: string, seen: string): Verdict => ({ is: 'failed', code, expected, seen })

  const denial = found(shell.denials)
  if (denial !== undefined) return fail('privilege_insufficient', 'an account that may read this', denial)
  const refusal = found(shell.refusals)
  if (refusal !== undefined) return fail('command_refused', 'an answer', refusal)
  const busy = found(shell.busy)
  if (busy !== undefined) return fail('device_busy', 'an answer', busy)
  const absence = artifact.absent && found([artifact.absent])
  if (absence !== undefined) return { is: 'absent', reason: quote(absence) }

  const foreign = lines.find((line) => isForeign(line, shell))
  if (foreign !== undefined) return fail('output_disturbed', 'nothing but the answer', foreign)

  const lastLine = lines.at(-1) ?? ''
  if (lines.length === 0) return fail('output_truncated', 'an answer', '')
  if (artifact.ends && !artifact.ends.test(lastLine.trimEnd())) {
    return fail('output_truncated', `a last line like ${artifact.ends.source}`, lineShape(lastLine))
  }
  const lacking = artifact.holds?.find((pattern) => !lines.some((line) => pattern.test(line)))
  if (lacking) return fail('output_truncated', `a line like ${lacking.source}`, lineShape(lastLine))

  const account = artifact.wholeAccount
  const hidden = account?.holds.find((pattern) => !lines.some((line) => pattern.test(line)))
  if (account && (hidden || lines.length < account.minLines)) {
    const expected = hidden ? `a line like ${hidden.source}` : `at least ${account.minLines} lines`
    return fail('privilege_insufficient', expected, `${lines.length} lines, complete but almost empty`)
  }
  return { is: 'text', text: `${lines.join('\n')}\n`, metadata: metadataOf(lines, artifact) }
}

/** The pager's marks go where the device wiped them; a mark that was not wiped stays, and is refused as residue. */
function withoutPager(received: string, pages: readonly number[], shell: ShellDescription): string {
  const bounds = [0, ...pages, received.length]
  const parts = bounds.slice(1).map((end, at) => received.slice(bounds[at], end))
  const wipes = parts.map((part, at) => (at === 0 ? 0 : (shell.pager.wiped.exec(part)?.[0].length ?? 0)))
  return parts.map((part, at) => part.slice(wipes[at], wipes[at + 1] ? part.lastIndexOf('\n') + 1 : undefined)).join('')
}

/** The prompt at the end, also twice when a newline was sent after it, and log lines that came behind it. */
function withoutPrompts(text: string, prompt: Prompt, shell: ShellDescription): string {
  let end = text.length
  let kept = text.length
  for (;;) {
    const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1
    const line = rendered(text.slice(start, end))
    if (prompt.is(line)) kept = start
    else if (line.trim() !== '' && !shell.intruder.test(line)) break
    if (start === 0) break
    end = start - 1
  }
  return text.slice(0, kept)
}

function withoutLeading(lines: string[], cut: readonly RegExp[]): string[] {
  const from = lines.findIndex((line) => line.trim() !== '' && !cut.some((pattern) => pattern.test(line)))
  return from === -1 ? [] : lines.slice(from)
}

/** The blank lines between an answer and the prompt belong to the prompt. */
function withoutBlankEnd(lines: string[]): string[] {
  let end = lines.length
  while (end > 0 && lines[end - 1]?.trim() === '') end--
  return lines.slice(0, end)
}

function isForeign(line: string, shell: ShellDescription): boolean {
  return (
    line.includes('\0') ||
    shell.pager.residue.test(line) ||
    shell.intruder.test(line) ||
    line.startsWith('Message from syslogd@')
  )
}

function metadataOf(lines: string[], artifact: ShellArtifact): Record<string, unknown> {
  const facts: Record<string, unknown> = {}
  for (const [name, pattern] of Object.entries(artifact.metadata ?? {})) {
    for (const line of lines) {
      const value = pattern.exec(line)?.groups?.['value']
      if (value === undefined) continue
      facts[name] = value
      break
    }
  }
  return facts
}
