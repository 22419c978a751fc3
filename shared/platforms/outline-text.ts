import type { Outline } from './platform.ts'

/** A block of a text: its first line, numbered from 1, the number of its lines, and how deep it is nested. */
export interface TextBlock {
  title: string
  line: number
  lines: number
  depth: number
}

/** Returns the blocks of a text in order: lines that contain other lines. A text without blocks has none. */
export function outlineText(outline: Outline, text: string): TextBlock[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  if (lines.at(-1) === '') lines.pop()
  if (outline === 'indent') return nested(lines, (line) => line.search(/[^ \t]/))
  if (outline === 'braces') return byBraces(lines)
  return nested(lines, (line) => (outline.section.test(line) ? 0 : 1))
}

/** A block contains the following lines with a higher level. Blank lines belong to the block around them. */
function nested(lines: readonly string[], levelOf: (line: string) => number): TextBlock[] {
  const blocks: (TextBlock & { level: number })[] = []
  const open: (TextBlock & { level: number })[] = []
  const close = (block: TextBlock, last: number) => (block.lines = last - block.line + 1)
  for (const [index, line] of lines.entries()) {
    const level = line.trim() === '' ? Infinity : levelOf(line)
    while (open.length > 0 && open.at(-1)!.level >= level) close(open.pop()!, index)
    if (level === Infinity) continue
    const block = { title: line.trim(), line: index + 1, lines: 1, depth: open.length, level }
    blocks.push(block)
    open.push(block)
  }
  for (const block of open) close(block, lines.length)
  return blocks.filter((block) => block.lines > 1).map(({ level: _level, ...block }) => block)
}

function byBraces(lines: readonly string[]): TextBlock[] {
  const blocks: TextBlock[] = []
  const open: TextBlock[] = []
  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    if (text.startsWith('}')) {
      const block = open.pop()
      if (block) block.lines = index + 1 - block.line + 1
    }
    if (!text.endsWith('{')) continue
    const block = { title: text.slice(0, -1).trim(), line: index + 1, lines: 1, depth: open.length }
    blocks.push(block)
    open.push(block)
  }
  return blocks
}
