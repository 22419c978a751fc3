import { erasableLines, isEcho, rendered } from '../../collect/cli/terminal-text.ts'

/** What a device answered to a command, without echo, marks of a pager and prompt. */
export interface Answer {
  /** The artifact that it would be. */
  key: string
  command: string
  /** As a terminal shows them, in latin1. */
  lines: string[]
  /** Whether only the beginning is known. */
  isCut: boolean
}

/** Lines in which the echo of a command is searched. */
const echoLines = 4

/** Returns an answer from what the device sent until its next prompt. */
export function readAnswer(
  raw: string,
  { key, command, pages, isCut }: Pick<Answer, 'key' | 'command' | 'isCut'> & { pages: readonly string[] },
): Answer {
  const shown = erasableLines(raw.replaceAll('\0', ''))
    .split('\n')
    .map((line) => rendered(line).trimEnd())
  if (!isCut) shown.pop() // the prompt
  const echo = shown.slice(0, echoLines).findLastIndex((line) => isEcho(line, command))
  const marks = new Set(pages)
  const lines = shown.slice(echo + 1).filter((line) => !marks.has(line.trim()))
  while (lines.at(-1) === '') lines.pop()
  return { key, command, lines, isCut }
}
