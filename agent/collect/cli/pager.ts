import type { ShellDescription } from '../../../shared/platforms/platform.ts'
import { isBlank } from '../../../shared/platforms/is-blank.ts'
import { plainLine } from './terminal-text.ts'

type Pager = ShellDescription['pager']

/** Whether the device waits at the mark of its pager, such as `--More--`, for the request of the next page. */
export function isAtPager(cursorLine: string, { mark, wiped }: Pager): boolean {
  return cursorLine !== '' && mark.test(cursorLine.replace(wiped, ''))
}

/**
 * Removes pager marks that the device erased. A mark that was not erased is left, because its end is unknown. A mark
 * may be detected before its last characters arrive; they precede the erasing sequence. Some devices end a page within
 * a line and continue it after the mark; the text that the erasing sequence leaves before such a mark is kept.
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
    const mark = next === undefined ? undefined : findErasedMark(part, next, pager)
    if (next === undefined) text += part
    else if (mark === undefined) {
      text += part
      isWiped = false
    } else {
      text += mark.before
      parts[at + 1] = next.slice(mark.wipe)
    }
  }
  return { text, isWiped }
}

/**
 * Finds the mark at the end of `part`. Returns the text before it, and how many characters of `next` belong to it: its
 * last characters and the erasing sequence.
 */
function findErasedMark(
  part: string,
  next: string,
  { mark, wiped }: Pager,
): { before: string; wipe: number } | undefined {
  for (let rest = 0; rest <= Math.min(next.length, markRest); rest++) {
    const erasing = wiped.exec(next.slice(rest))?.[0] ?? ''
    const shown = plainLine(part + next.slice(0, rest))
    const at = erasing === '' ? undefined : mark.exec(shown)?.index
    if (at !== undefined) return { before: textBefore(shown, at, erasing), wipe: rest + erasing.length }
  }
  return undefined
}

/**
 * Returns the text before a mark that the erasing sequence leaves on the screen. Blanks belong to the mark. A device
 * that returns to the start of the line writes it again.
 */
function textBefore(shown: string, mark: number, erasing: string): string {
  if (!/^[\b ]+$/.test(erasing)) return ''
  let column = shown.length
  let first = mark
  for (const character of erasing) {
    column += character === '\b' ? -1 : 1
    first = Math.min(first, column)
  }
  const before = shown.slice(0, Math.max(0, first))
  return isBlank(before) ? '' : before
}

/** Maximum length of what follows the recognised part of a mark, as in ` 12%`. */
const markRest = 24
