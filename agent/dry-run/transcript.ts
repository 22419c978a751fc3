import { maskSecrets } from '../../shared/platforms/mask-secrets.ts'
import type { Platform, ShellDescription } from '../../shared/platforms/platform.ts'
import { patternLike } from '../../shared/search/linear-pattern.ts'
import { erasableLines, escape, plainLine, rendered } from '../collect/cli/terminal-text.ts'

/** The lines that a device sent, as a terminal shows them, in latin1 and with secrets. */
export interface ShownLines {
  lines: string[]
  /** Indexes of the lines before which the device waited for a key. */
  paged: number[]
}

/**
 * Interprets what a device sent.
 * @param isCut whether more followed: the last line is then left out, because a secret in it would not be recognised
 */
export function showLines(raw: string, isCut: boolean, shell: ShellDescription | undefined): ShownLines {
  const received = erasableLines(raw.replaceAll('\0', '')).split('\n')
  if (isCut) received.pop()
  const paged = shell ? received.flatMap((line, at) => (startsWithMark(line, shell) ? [at] : [])) : []
  return { lines: received.map(shownLine), paged }
}

/**
 * Returns lines that a user may read, as many as were given: with the secrets masked that the platform knows, and those of
 * the credential by `redact`.
 */
export function maskLines(lines: readonly string[], platform: Platform, redact: (text: string) => string): string[] {
  const mark = markWithin(platform)
  return maskSecrets(platform, lines.join('\n'))
    .split('\n')
    .map((line) => (mark ? maskBehind(line, mark, platform) : line))
    .map((line) => readable(redact(line)))
}

/** A line with cursor movement may end in blanks that overwrote something. */
function shownLine(line: string): string {
  const shown = rendered(line)
  return shown === line ? line : shown.trimEnd()
}

/** Whether the line shows the mark of a pager, which the device then erases. */
function startsWithMark(line: string, { pager }: ShellDescription): boolean {
  const parts = line.split(movement)
  return parts.some((part) => part !== '' && pager.mark.test(plainLine(part)))
}

const movement = new RegExp(`[\\b\\r]|${escape}\\[[0-9;]*[A-Za-z]`)

/** Returns a pattern for a mark that the device did not erase, in front of a line; undefined without a command line. */
function markWithin({ ssh }: Platform): RegExp | undefined {
  if (!ssh || !('pager' in ssh)) return undefined
  const { source, flags } = ssh.pager.mark
  return patternLike(ssh.pager.mark, source.replace(/^\^/, '').replace(/(?<!\\)\$$/, ''), flags)
}

/** Masks the rest of a line behind a mark: patterns of secrets may match at the beginning of a line only. */
function maskBehind(line: string, mark: RegExp, platform: Platform): string {
  const found = mark.exec(line)
  if (!found) return line
  const end = found.index + found[0].length
  return line.slice(0, end) + maskSecrets(platform, line.slice(end))
}

/** Decodes UTF-8 and writes control characters as their codes. Only the marks of the redactor are not bytes. */
function readable(line: string): string {
  const text = line.replace(bytes, (part) => Buffer.from(part, 'latin1').toString('utf8'))
  return text.replace(control, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

const bytes = /[^\u0100-\uffff]+/g
const control = /(?!\t)\p{Cc}/gu
