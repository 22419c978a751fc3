import type { Answer } from './answer.ts'

/** Errors of many devices. */
const knownErrors = [
  /^\W*(?:error|invalid|illegal|unknown|unrecogni[sz]ed|incomplete|ambiguous|syntax error|bad command|wrong)\b/i,
  /\b(?:unknown|invalid|unrecogni[sz]ed|not recogni[sz]ed|incomplete|ambiguous|bad|illegal|no such)\b.{0,40}\b(?:command|input|parameter|keyword|argument)/i,
  /\b(?:command|parameter|keyword)\b.{0,60}\b(?:not found|not recogni[sz]ed|unknown|not supported|rejected|failed)/i,
]

/** A longer answer is no error. */
export const maxErrorLines = 6

/** Whether a device rejected a command: by an error of many devices, or by a line with which it rejected another one. */
export function isErrorAnswer(answer: Answer, rejected: readonly Answer[]): boolean {
  const shown = answer.lines.filter((line) => line.trim() !== '')
  if (shown.length === 0) return true
  if (shown.length > maxErrorLines) return false
  if (shown.some((line) => knownErrors.some((pattern) => pattern.test(line)))) return true
  const shape = errorShape(answer)
  return shape !== undefined && rejected.some((other) => errorShape(other) === shape)
}

/** Returns the line of an answer that names the error: the first one with words that are not those of the command. */
export function errorLine({ lines, command }: Answer): string | undefined {
  const shown = lines.filter((line) => line.trim() !== '').slice(0, maxErrorLines)
  return shown.find((line) => /[a-z]{2}.*[a-z]{2}/i.test(withoutWords(line, command, '')))
}

/** Returns the pattern of an error: its line, in which words of the command and numbers may differ. */
export function errorShape(answer: Answer): string | undefined {
  const line = errorLine(answer)
  if (line === undefined) return undefined
  const parts = withoutWords(line.trim(), answer.command, anything).replace(/\d+/g, anything).split(anything)
  return parts
    .map(literal)
    .join('.*')
    .replace(/(?:\.\*){2,}/g, '.*')
}

/** A character that no device sends: texts are latin1. */
const anything = '\ue000'

/** Returns a pattern that matches a text literally; characters outside ASCII become `.`. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/[^ -~]/g, '.')
}

function withoutWords(line: string, command: string, replacement: string): string {
  const words = command.split(' ').filter((word) => word.length > 2)
  return [command, ...words].reduce((rest, word) => rest.replaceAll(word, replacement), line)
}
