import type { ShellDescription } from '../../../shared/platforms/platform.ts'
import { patternLike } from '../../../shared/search/linear-pattern.ts'

/** The prompt of a session, as the device showed it. */
export interface Prompt {
  /** As shown, without surrounding blanks. */
  text: string
  host: string
  /** Its last character, which shows the rights of the account. */
  end: string
  /** Whether a line is this prompt: equal except for the parts that the platform describes as optional. */
  is(line: string): boolean
}

/** Parses the line as a prompt of the platform; undefined if it cannot be one. */
export function promptOf(line: string, shell: ShellDescription): Prompt | undefined {
  const groups = shell.prompt.exec(line.trim())?.groups
  if (groups?.['host'] === undefined || groups['end'] === undefined) return undefined
  return samePrompt(line.trim(), groups['host'], groups['end'], shell)
}

/** As `promptOf`, and also the prompt of a system shell from which the command line is opened. */
export function promptAtLogin(line: string, shell: ShellDescription): Prompt | undefined {
  const text = line.trim()
  const prompt = promptOf(text, shell)
  if (prompt || shell.systemShell?.prompt.test(text) !== true) return prompt
  return samePrompt(text, text.slice(0, -1), text.slice(-1), shell)
}

/** Returns the prompt that the same device shows once the account has all rights. */
export function privileged(prompt: Prompt, shell: ShellDescription): Prompt {
  const end = shell.privilegedEnd ?? prompt.end
  return samePrompt(prompt.host + end, prompt.host, end, shell)
}

function samePrompt(text: string, host: string, end: string, shell: ShellDescription): Prompt {
  const names = [host, ...cutNames(host, shell.promptCut)].map(literal).join('|')
  const varies = shell.promptVaries
  const pattern = patternLike(varies, `^(?:${names})${varies.source}${literal(end)}$`, varies.flags)
  return { text, host, end, is: (line) => endsIn(line, end) && pattern.test(line.trim()) }
}

/** Whether the last non-blank character is `end`. A fast test that excludes nearly every line of an answer. */
function endsIn(line: string, end: string): boolean {
  let at = line.length - 1
  while (at >= 0 && isBlankCode(line.charCodeAt(at))) at -= 1
  return end === '' || line.charAt(at) === end
}

function isBlankCode(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0
}

/** Returns the cut forms of a name that are long enough to distinguish hosts. */
function cutNames(host: string, mark: string | undefined): string[] {
  if (mark === undefined) return []
  return Array.from(
    { length: Math.max(0, host.length - shortestName) },
    (_, at) => host.slice(0, shortestName + at) + mark,
  )
}

const shortestName = 6

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
