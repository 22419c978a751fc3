import { randomBytes } from 'node:crypto'
import { isEcho, rendered } from './terminal-text.ts'

/**
 * Returns a line that occurs on no device, to be sent at a prompt. Output before its echo is complete, and the text
 * before the echo on its line is the real prompt, not a line that resembles it. It starts like a comment of the
 * platform, so that the device ignores it or reports an unknown command.
 */
export function createEndMark(comment: '!' | '#'): string {
  return comment + randomBytes(6).toString('hex')
}

/** Whether a line that was sent is an end mark. */
export function isEndMark(line: string): boolean {
  return /^[!#][\da-f]{12}$/.test(line.trim())
}

/** The index of the line with the echo of `mark`; -1 if it has not arrived. */
export function findMark(lines: readonly string[], mark: string): number {
  return lines.findLastIndex((line) => isEcho(line, mark))
}

/** The text before the echo of `mark` on its line; undefined if the line has no echo. */
export function textBeforeMark(line: string, mark: string): string | undefined {
  const shown = rendered(line).trim()
  if (!isEcho(shown, mark)) return undefined
  return shown.endsWith(mark) ? shown.slice(0, -mark.length).trim() : ''
}
