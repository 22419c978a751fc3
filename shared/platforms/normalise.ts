import type { Platform } from './platform.ts'

/** How a platform's texts are compared. */
export interface Normalisation {
  /** Goes up with every change below: it says which magnitudes to recompute. */
  revision: number
  rules: readonly NormaliseRule[]
}

/** Rules apply in the order of the list, each to the artifacts it names, or to all. */
export type NormaliseRule = { artifacts?: readonly string[] } & (VolatileRule | CollapseRule)

/**
 * What a line says anew though nobody changed anything. Its capture groups, or all of it where there are none, give way
 * to a placeholder; the line stays, so that adding or removing it is a change.
 */
export interface VolatileRule {
  volatile: RegExp
  /** Only inside a block that begins with `starts` and, if given, holds a line that matches `holds`. */
  section?: { starts: RegExp; holds?: RegExp }
}

/** A run of lines that all match counts as the one line `to`. */
export interface CollapseRule {
  collapse: RegExp
  to: string
}

export interface Normaliser {
  /** What can be said so far; the rest is held back. */
  push(raw: Uint8Array): Buffer
  end(): Buffer
}

/** Stands where a volatile value was. */
export const placeholder = '<volatile>'

/** Blocks longer than this are let go unjudged by the rules that ask what a block holds: memory stays bounded. */
const heldLines = 1_000

/**
 * The text as it is compared, as a line stream: memory does not grow with the text. Bytes are kept as they are, blank
 * lines at the end do not count, the last line always ends. A platform without rules changes nothing else.
 */
export function createNormaliser(platform: Platform, key: string): Normaliser {
  return lineStream([...stagesFor(platform, key), trimEnd()])
}

/** `createNormaliser` over one whole text. */
export function normaliseText(platform: Platform, key: string, raw: Uint8Array): Buffer {
  return whole(createNormaliser(platform, key), raw)
}

/**
 * The text as it is compared with its counterpart of the same moment (running with saved): as `normaliseText`, without
 * the blocks that the two show differently although they say the same.
 */
export function normaliseForDivergence(platform: Platform, key: string, raw: Uint8Array): Buffer {
  const omit = platform.divergence?.omit ?? []
  return whole(lineStream([omitBlocks(omit), ...stagesFor(platform, key), trimEnd()]), raw)
}

/** Lines of a text; a last one without a line end counts. */
export function countLines(text: Uint8Array): number {
  let lines = 0
  for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) lines++
  return text.length > 0 && text[text.length - 1] !== 10 ? lines + 1 : lines
}

/** One step over lines. `undefined` is the end of the text: what is held back is given then. */
type Stage = (line: string | undefined, give: (line: string) => void) => void

function stagesFor(platform: Platform, key: string): Stage[] {
  const rules = platform.normalise?.rules ?? []
  return rules
    .filter((rule) => rule.artifacts?.includes(key) ?? true)
    .map((rule) => {
      if ('collapse' in rule) return collapseRuns(rule)
      return rule.section ? replaceInBlocks(rule.volatile, rule.section) : replaceAnywhere(rule.volatile)
    })
}

function lineStream(stages: Stage[]): Normaliser {
  let rest = ''
  let out: string[] = []
  const feeds = stages.reduceRight<(line: string | undefined) => void>(
    (next, stage) => (line) => {
      stage(line, next)
      if (line === undefined) next(undefined)
    },
    (line) => void (line !== undefined && out.push(line)),
  )
  const flush = () => {
    const text = out.length === 0 ? '' : `${out.join('\n')}\n`
    out = []
    return Buffer.from(text, 'latin1')
  }
  return {
    push(raw) {
      const text = rest + Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1')
      const lines = text.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) feeds(line)
      return flush()
    },
    end() {
      if (rest !== '') feeds(rest)
      rest = ''
      feeds(undefined)
      return flush()
    },
  }
}

function whole(normaliser: Normaliser, raw: Uint8Array): Buffer {
  const head = normaliser.push(raw)
  return Buffer.concat([head, normaliser.end()])
}

function replaceAnywhere(volatile: RegExp): Stage {
  const blank = blanker(volatile)
  return (line, give) => void (line !== undefined && give(blank(line)))
}

function replaceInBlocks(volatile: RegExp, section: { starts: RegExp; holds?: RegExp }): Stage {
  const blank = blanker(volatile)
  let block: string[] | undefined
  let inside = false
  const release = (give: (line: string) => void, apply: boolean) => {
    for (const line of block ?? []) give(apply ? blank(line) : line)
    block = undefined
  }
  return (line, give) => {
    const goesOn = line !== undefined && line.startsWith(' ')
    if (!goesOn) {
      release(give, block?.some((held) => section.holds?.test(held)) ?? false)
      inside = line !== undefined && section.starts.test(line)
      if (line === undefined) return
      if (inside && section.holds) block = [line]
      else give(line)
      return
    }
    if (block) {
      block.push(line)
      if (block.length >= heldLines) {
        release(give, false)
        inside = false
      }
    } else give(inside ? blank(line) : line)
  }
}

function collapseRuns(rule: CollapseRule): Stage {
  let running = false
  return (line, give) => {
    if (line === undefined) return
    const matches = rule.collapse.test(line)
    if (!matches) give(line)
    else if (!running) give(rule.to)
    running = matches
  }
}

function omitBlocks(starts: readonly RegExp[]): Stage {
  let omitting = false
  return (line, give) => {
    if (line === undefined) return
    omitting = starts.some((start) => start.test(line)) || (omitting && line.startsWith(' '))
    if (!omitting) give(line)
  }
}

function trimEnd(): Stage {
  let blanks: string[] = []
  return (line, give) => {
    if (line === undefined) return
    if (line.trim() === '') return void blanks.push(line)
    for (const blank of blanks) give(blank)
    blanks = []
    give(line)
  }
}

/** Only the groups' own places change: a value that also stands elsewhere in the line stays there. */
function blanker(volatile: RegExp): (line: string) => string {
  const pattern = new RegExp(volatile.source, `${volatile.flags.replace(/[dgy]/g, '')}d`)
  return (line) => {
    const places = pattern.exec(line)?.indices
    if (!places) return line
    const groups = places.length > 1 ? places.slice(1) : places
    let text = ''
    let from = 0
    for (const place of groups) {
      if (!place) continue
      text += line.slice(from, place[0]) + placeholder
      from = place[1]
    }
    return text + line.slice(from)
  }
}
