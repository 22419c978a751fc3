import type { Magnitude } from '../diff/magnitude.ts'
import { type MessageOf, message } from '../messages/message.ts'
import { areRelated, commonLength } from './are-related.ts'
import { isPunctuation } from './is-punctuation.ts'
import { maskedSecret } from './mask-secrets.ts'
import { shorten } from './readable-line.ts'

export interface ChangedLine {
  /** The line, or all lines of a block of which it is the title. */
  raw: string
  /** For display, with secrets masked. */
  shown: string
}

/** What changed directly in a block of a text, or outside of all blocks. */
export interface BlockChange {
  /** Titles of the blocks, the outermost first. */
  path: readonly string[]
  removedBlocks: ChangedLine[]
  addedBlocks: ChangedLine[]
  removed: ChangedLine[]
  added: ChangedLine[]
}

type SummaryPart = MessageOf<
  | 'summary_block_added'
  | 'summary_block_removed'
  | 'summary_line_added'
  | 'summary_line_removed'
  | 'summary_lines_added'
  | 'summary_lines_changed'
  | 'summary_lines_moved'
  | 'summary_lines_removed'
  | 'summary_setting_changed'
  | 'summary_value_changed'
>

/** Limits of a summary: its parts, and the characters of each text in it. */
const maxParts = 4
const maxLine = 80
const maxValue = 40
const maxPath = 100

/** Lines that are compared with each other to find which one replaced which. */
const maxPaired = 50

/** Describes a change by its blocks. A change of punctuation only is counted in lines. */
export function describeBlocks(changes: readonly BlockChange[], { added, removed }: Magnitude): MessageOf<'summary'> {
  const found = changes.map(({ path, ...change }) => ({ path, parts: describeBlock(change) }))
  const total = found.reduce((sum, { parts }) => sum + parts.length, 0)
  if (total === 0) return message('summary', { changes: [countLines(added, removed)] })
  let left = maxParts
  const shown = found.flatMap(({ path, parts }): (SummaryPart | MessageOf<'summary_in_block'>)[] => {
    const some = parts.slice(0, left)
    left -= some.length
    if (some.length === 0 || path.length === 0) return some
    return [message('summary_in_block', { block: pathText(path), changes: some })]
  })
  const more = total > maxParts ? [message('summary_more', { changes: total - maxParts })] : []
  return message('summary', { changes: [...shown, ...more] })
}

/** Outer blocks are omitted from a long path. */
function pathText(path: readonly string[]): string {
  const titles = path.map((title) => shorten(title, maxLine))
  let text = titles.at(-1)!
  for (const title of titles.slice(0, -1).reverse()) {
    if (title.length + text.length > maxPath) return `… > ${text}`
    text = `${title} > ${text}`
  }
  return text
}

function describeBlock(change: Omit<BlockChange, 'path'>): SummaryPart[] {
  const blocks = pairEqual(change.removedBlocks, change.addedBlocks)
  const opened = pairEqual(change.removed.filter(isMeaningful), blocks.added)
  const closed = pairEqual(blocks.removed, change.added.filter(isMeaningful))
  const lines = pairEqual(opened.removed, closed.added)
  const changed = blocks.pairs.filter((pair) => !isSame(pair))
  const moved = [...blocks.pairs, ...lines.pairs].filter(([before, after]) => before.raw.trim() === after.raw.trim())
  const movedLines = moved.reduce((sum, [, { raw }]) => sum + linesIn(raw), 0)
  return [
    ...[...changed, ...opened.pairs, ...closed.pairs].map(([before, after]) =>
      before.shown === ''
        ? countLines(linesIn(after.raw), linesIn(before.raw))
        : message('summary_setting_changed', { setting: shorten(before.shown, maxLine) }),
    ),
    ...closed.removed.map((block) => nameBlock(block, 'summary_block_removed') ?? countLines(0, linesIn(block.raw))),
    ...opened.added.map((block) => nameBlock(block, 'summary_block_added') ?? countLines(linesIn(block.raw), 0)),
    ...describeLines(opened.removed, lines),
    ...(movedLines > 0 ? [message('summary_lines_moved', { lines: movedLines })] : []),
  ]
}

/** Null for a block without a title, such as an object in a list. */
function nameBlock({ shown }: ChangedLine, code: 'summary_block_added' | 'summary_block_removed'): SummaryPart | null {
  return shown === '' ? null : message(code, { block: shorten(shown, maxLine) })
}

function linesIn(raw: string): number {
  return raw.split('\n').length
}

/** Whether texts are equal but for the comma that separates them from the next one in JSON. */
function isSame([before, after]: Pair): boolean {
  const [one, other] = [before, after].map(({ raw }) => raw.trim().replace(/,$/, ''))
  return one === other
}

function isMeaningful({ shown }: ChangedLine): boolean {
  return !isPunctuation(shown) && !/^\/\S+$/.test(shown) // `/element` is the end of an XML element
}

function describeLines(removed: readonly ChangedLine[], equal: Paired): SummaryPart[] {
  const similar = pairSimilar(equal.removed, equal.added)
  const pairs = new Map([...equal.pairs.filter((pair) => !isSame(pair)), ...similar.pairs])
  return [
    ...removed.flatMap((before) => (pairs.has(before) ? describePair(before.shown, pairs.get(before)!.shown) : [])),
    ...describeRest(similar.removed, similar.added),
  ]
}

function describeRest(removed: readonly ChangedLine[], added: readonly ChangedLine[]): SummaryPart[] {
  const [gone, fresh] = [removed[0], added[0]]
  const isShort = removed.length <= 1 && added.length <= 1
  if (!isShort) return [countLines(added.length, removed.length)]
  return [
    ...(gone ? [nameLine(gone.shown, 'summary_line_removed') ?? countLines(0, 1)] : []),
    ...(fresh ? [nameLine(fresh.shown, 'summary_line_added') ?? countLines(1, 0)] : []),
  ]
}

/** Null for a line that is a secret as a whole. */
function nameLine(shown: string, code: 'summary_line_added' | 'summary_line_removed'): SummaryPart | null {
  return shown === maskedSecret ? null : message(code, { line: shorten(shown, maxLine) })
}

function countLines(added: number, removed: number): SummaryPart {
  if (removed === 0) return message('summary_lines_added', { lines: added })
  if (added === 0) return message('summary_lines_removed', { lines: removed })
  return message('summary_lines_changed', { added, removed })
}

type Pair = [before: ChangedLine, after: ChangedLine]

interface Paired {
  pairs: Pair[]
  removed: ChangedLine[]
  added: ChangedLine[]
}

/** Pairs lines that look the same: they moved, or only a secret changed. */
function pairEqual(removed: readonly ChangedLine[], added: readonly ChangedLine[]): Paired {
  const left = Map.groupBy(added, ({ shown }) => shown)
  const pairs: Pair[] = []
  const gone = removed.filter((before) => {
    const after = left.get(before.shown)?.shift()
    if (after) pairs.push([before, after])
    return !after
  })
  return { pairs, removed: gone, added: [...left.values()].flat() }
}

/** Pairs each removed line with the added one that begins with most of its words, if they name the same setting. */
function pairSimilar(removed: readonly ChangedLine[], added: readonly ChangedLine[]): Paired {
  if (removed.length > maxPaired || added.length > maxPaired)
    return { pairs: [], removed: [...removed], added: [...added] }
  const left = [...added]
  const pairs: Pair[] = []
  const gone = removed.filter((before) => {
    const lengths = left.map((after) =>
      areRelated(before.shown, after.shown) ? commonWords(before.shown, after.shown).length : 0,
    )
    const most = Math.max(0, ...lengths)
    const after = left[lengths.indexOf(most)]
    if (!after || most === 0) return true
    left.splice(lengths.indexOf(most), 1)
    pairs.push([before, after])
    return false
  })
  return { pairs, removed: gone, added: left }
}

function describePair(before: string, after: string): SummaryPart {
  const common = commonWords(before, after)
  // a value that only got longer is shown with its beginning
  const isPrefix = common.length > 1 && [before, after].some((line) => line.split(/\s+/).length === common.length)
  const words = isPrefix ? common.slice(0, -1) : common
  const [from, to] = [before, after].map((line) => line.split(/\s+/).slice(words.length).join(' ')) as [string, string]
  const isShown = [from, to].every((value) => value !== '' && value.length <= maxValue && !value.includes(maskedSecret))
  const setting = (from === to ? common : words).join(' ')
  if (isShown && from !== to) return message('summary_value_changed', { setting: shorten(setting, maxLine), from, to })
  return message('summary_setting_changed', { setting: settingOf(setting) })
}

/** Returns the words before a secret. */
function settingOf(line: string): string {
  const at = line.indexOf(maskedSecret)
  return shorten((at > 0 ? line.slice(0, at).trim() : line).replace(/[=:]$/, ''), maxLine)
}

function commonWords(one: string, other: string): string[] {
  const words = one.split(/\s+/)
  return words.slice(0, commonLength(words, other.split(/\s+/)))
}
