import type { ShellDescription } from '../../../shared/platforms/platform.ts'
import { plainLine } from './terminal-text.ts'

type Pager = ShellDescription['pager']

/** Whether the device waits at the mark of its pager, such as `--More--`, for the request of the next page. */
export function isAtPager(cursorLine: string, { mark, wiped }: Pager): boolean {
  return cursorLine !== '' && mark.test(cursorLine.replace(wiped, ''))
}

/**
 * Removes pager marks that the device erased. A mark that was not erased is left, because its end is unknown. A mark
 * may be detected before its last characters arrive; they precede the erasing sequence.
 * @param pages lengths of the line at which a page was requested
 */
export function withoutPagerMarks(line: string, pages: readonly number[], pager: Pager) {
  if (pages.length === 0) return { text: line, isWiped: true }
  const bounds = [0, ...pages, line.length]
  const parts = bounds.slice(1).map((end, at) => line.slice(bounds[at], end))
  let text = ''
  let isWiped = true
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1]
    const wipe = next === undefined ? undefined : wipeIn(part, next, pager)
    if (next === undefined) text += part
    else if (wipe === undefined) {
      text += part
      isWiped = false
    } else parts[at + 1] = next.slice(wipe)
  }
  return { text, isWiped }
}

/**
 * Returns how many characters of `next` belong to the mark at the end of `part`: its last characters and the erasing
 * sequence.
 */
function wipeIn(part: string, next: string, { mark, wiped }: Pager): number | undefined {
  for (let rest = 0; rest <= Math.min(next.length, markRest); rest++) {
    const wipe = wiped.exec(next.slice(rest))?.[0].length ?? 0
    if (wipe > 0 && mark.test(plainLine(part + next.slice(0, rest)))) return rest + wipe
  }
  return undefined
}

/** Maximum length of what follows the recognised part of a mark, as in ` 12%`. */
const markRest = 24
