import type { Language } from '../../language/words.ts'
import { regions } from '../../language/i18n.ts'
import type { LogLine } from './useRunLog.ts'

/** As many as are drawn unasked: a debug run has twenty thousand, and grows under somebody's eyes. */
export const maxLines = 2_000

export interface DrawnLine extends LogLine {
  time: string
  /** With the zone; of the first line that is drawn, and where another day begins. */
  day?: string
}

/**
 * The last lines of a log as they are drawn.
 * @param most how many of them
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
    return { ...line, time: times.format(at), ...(isNew && { day }) }
  })
}

/** The whole log as a file, the instants in UTC. */
export function logText(lines: readonly LogLine[]): string {
  return lines.map(({ at, level, line }) => `${at} ${level} ${line}\n`).join('')
}
