import type { Language } from '../../language/define-messages.ts'
import { regions } from '../../language/i18n.ts'
import { messageText } from '../../language/service-messages.ts'
import type { LogLine } from './useRunLog.ts'

/** Lines rendered by default: a debug run has twenty thousand and still grows. */
export const maxLines = 2_000

export interface DrawnLine extends LogLine {
  text: string
  time: string
  /** With the zone; on the first rendered line, and where another day begins. */
  day?: string
}

/**
 * Returns the last lines of a log for rendering.
 * @param most maximum number of lines
 */
export function drawnLines(
  lines: readonly LogLine[],
  most: number,
  language: Language,
  timeZone?: string,
): DrawnLine[] {
  const region = regions[language]
  const times = new Intl.DateTimeFormat(region, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  const days = new Intl.DateTimeFormat(region, {
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  let before = ''
  return lines.slice(-most).map((line) => {
    const at = new Date(line.at)
    const day = days.format(at)
    const isNew = day !== before
    before = day
    return { ...line, text: lineText(line), time: times.format(at), ...(isNew && { day }) }
  })
}

/** Returns a line in the language of the console; without a known code, as the API returns it. */
export function lineText(line: LogLine): string {
  return messageText(line) ?? line.line
}

/** Returns the whole log as a text file, with instants in UTC. */
export function logText(lines: readonly LogLine[]): string {
  return lines.map((line) => `${line.at} ${line.level} ${lineText(line)}\n`).join('')
}
