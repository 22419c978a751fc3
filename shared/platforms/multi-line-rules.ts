/** One step over lines. `undefined` is the end of the text: what is held back is given then. */
export type Stage = (line: string | undefined, give: (line: string) => void) => void

/** Rules that look at several lines before they let one go. */
export type HoldingRule = SortRule | BodyRule | OmitRule

/** Lines that follow each other and all match: their order says nothing. */
export interface SortRule {
  sorted: RegExp
}

/**
 * Replaces the lines between one that matches `starts` and the next one that matches `lastLine` by one placeholder, if a
 * line of the block matches `with`. The first and the last line remain.
 */
export interface BodyRule {
  body: { starts: RegExp; lastLine: RegExp; with: RegExp }
}

/**
 * Omits a block, from a line that matches `starts` to the next one that matches `lastLine`, if it has lines between them
 * and all of these match `only`. With `within`, only inside blocks of that kind.
 */
export interface OmitRule {
  omitted: { starts: RegExp; lastLine: RegExp; only: RegExp; within?: { starts: RegExp; lastLine: RegExp } }
}

/** Replaces a volatile value. */
export const placeholder = '<volatile>'

/** What is longer than this is let go unjudged: memory stays bounded. */
export const heldLines = 1_000

/** The step that a rule asks for. */
export function holdingStage(rule: HoldingRule): Stage {
  if ('sorted' in rule) return sortRuns(rule.sorted)
  return 'body' in rule ? replaceBodies(rule.body) : omitEntries(rule.omitted)
}

/** A run that is too long to be held is let go as it is. */
function sortRuns(sorted: RegExp): Stage {
  let run: string[] = []
  let isLong = false
  const release = (give: (line: string) => void) => {
    for (const line of isLong ? run : run.sort()) give(line)
    run = []
  }
  return (line, give) => {
    if (line !== undefined && sorted.test(line)) {
      run.push(line)
      isLong ||= run.length > heldLines
      if (isLong) release(give)
      return
    }
    release(give)
    isLong = false
    if (line !== undefined) give(line)
  }
}

function replaceBodies({ starts, lastLine, with: pattern }: BodyRule['body']): Stage {
  return holdBlocks(starts, lastLine, (block) =>
    block.some((line) => pattern.test(line)) ? [...block.slice(0, 1), placeholder, ...block.slice(-1)] : block,
  )
}

function omitEntries({ starts, lastLine, only, within }: OmitRule['omitted']): Stage {
  const stage = holdBlocks(starts, lastLine, (block) => {
    const between = block.slice(1, -1)
    return between.length > 0 && between.every((line) => only.test(line)) ? [] : block
  })
  return within ? onlyWithin(within, stage) : stage
}

/** The lines that start and end it are outside. */
function onlyWithin({ starts, lastLine }: { starts: RegExp; lastLine: RegExp }, stage: Stage): Stage {
  let isInside = false
  return (line, give) => {
    if (isInside && (line === undefined || lastLine.test(line))) {
      stage(undefined, give)
      isInside = false
    }
    if (line === undefined) return
    if (isInside) return stage(line, give)
    isInside = starts.test(line)
    give(line)
  }
}

/** What `judge` makes of each block from a line that starts it to one that ends it; one too long stays as it is. */
function holdBlocks(starts: RegExp, lastLine: RegExp, judge: (block: string[]) => string[]): Stage {
  let block: string[] = []
  const release = (lines: string[], give: (line: string) => void) => {
    block = []
    for (const line of lines) give(line)
  }
  return (line, give) => {
    if (line === undefined) return release(block, give)
    if (starts.test(line) && !lastLine.test(line)) {
      release(block, give)
      block = [line]
      return
    }
    if (block.length === 0) return give(line)
    block.push(line)
    if (lastLine.test(line)) release(judge(block), give)
    else if (block.length >= heldLines) release(block, give)
  }
}
