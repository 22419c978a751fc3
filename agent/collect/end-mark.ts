import { randomBytes } from 'node:crypto'
import { isEcho, rendered } from './terminal-text.ts'

/**
 * A line that no device holds, typed at a prompt: what the device shows before its echo was all there was before the prompt,
 * and the prompt in front of the echo is one, not a line that looks like it. It begins like a comment of the platform, so
 * that the device does nothing for it, or says that it does not know it.
 */
export function createEndMark(comment: '!' | '#'): string {
  return comment + randomBytes(6).toString('hex')
}

/** Whether a line that was typed is an end mark. */
export function isEndMark(line: string): boolean {
  return /^[!#][\da-f]{12}$/.test(line.trim())
}

/** Where the echo of `mark` is among the lines of a screen; -1 when it has not come. */
export function findMark(lines: readonly string[], mark: string): number {
  return lines.findLastIndex((line) => isEcho(line, mark))
}

/** What is in front of the echo of `mark` on its line; undefined for a line without one. */
export function textBeforeMark(line: string, mark: string): string | undefined {
  const shown = rendered(line).trim()
  if (!isEcho(shown, mark)) return undefined
  return shown.endsWith(mark) ? shown.slice(0, -mark.length).trim() : ''
}
