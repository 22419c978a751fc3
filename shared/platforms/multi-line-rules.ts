/**
 * One step over lines. While it is idle, a line that matches none of `reactsTo` would pass unchanged and leave it idle,
 * so the line need not be taken.
 */
export interface Stage {
  reactsTo: readonly RegExp[]
  /** Whether no earlier line affects the next one. */
  isIdle(): boolean
  /** `undefined` is the end of the text: held lines are then emitted. */
  take(line: string | undefined, emit: (line: string) => void): void
  /** Called before the first line that is not taken. */
  skip?(): void
}

/** Rules that need several lines before they emit one. */
export type HoldingRule = SortRule | BodyRule | OmitRule

/** Consecutive lines that all match: their order is not significant. */
export interface SortRule {
  sorted: RegExp
}

/**
 * Replaces the lines between one that matches `starts` and the next one that matches `lastLine` by one placeholder, if
 * a line of the block matches `with`. The first and the last line remain.
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

/** Longer blocks are emitted unchanged, to bound memory. */
export const heldLines = 1_000

/** Returns the step for a rule. */
export function holdingStage(rule: HoldingRule): Stage {
  if ('sorted' in rule) return sortRuns(rule.sorted)
  return 'body' in rule ? replaceBodies(rule.body) : omitEntries(rule.omitted)
}

/** Sorts runs of matching lines. A run above the limit is emitted unchanged. */
function sortRuns(sorted: RegExp): Stage {
  let run: string[] = []
  let isLong = false
  const release = (emit: (line: string) => void) => {
    for (const line of isLong ? run : run.sort()) emit(line)
    run = []
  }
  return {
    reactsTo: [sorted],
    isIdle: () => run.length === 0 && !isLong,
    take(line, emit) {
      if (line !== undefined && sorted.test(line)) {
        run.push(line)
        isLong ||= run.length > heldLines
        if (isLong) release(emit)
        return
      }
      release(emit)
      isLong = false
      if (line !== undefined) emit(line)
    },
  }
}

function replaceBodies({ starts, lastLine, with: pattern }: BodyRule['body']): Stage {
  return rewriteBlocks(starts, lastLine, (block) =>
    block.some((line) => pattern.test(line)) ? [...block.slice(0, 1), placeholder, ...block.slice(-1)] : block,
  )
}

function omitEntries({ starts, lastLine, only, within }: OmitRule['omitted']): Stage {
  const stage = rewriteBlocks(starts, lastLine, (block) => {
    const between = block.slice(1, -1)
    return between.length > 0 && between.every((line) => only.test(line)) ? [] : block
  })
  return within ? onlyWithin(within, stage) : stage
}

/** The lines that start and end the block are not inside it. */
function onlyWithin({ starts, lastLine }: { starts: RegExp; lastLine: RegExp }, stage: Stage): Stage {
  let isInside = false
  return {
    reactsTo: [starts],
    isIdle: () => !isInside,
    take(line, emit) {
      if (isInside && (line === undefined || lastLine.test(line))) {
        stage.take(undefined, emit)
        isInside = false
      }
      if (line === undefined) return
      if (isInside) return stage.take(line, emit)
      isInside = starts.test(line)
      emit(line)
    },
  }
}

/** Applies `rewrite` to each block, from its first to its last line. A block above the limit is emitted unchanged. */
function rewriteBlocks(starts: RegExp, lastLine: RegExp, rewrite: (block: string[]) => string[]): Stage {
  let block: string[] = []
  const release = (lines: string[], emit: (line: string) => void) => {
    block = []
    for (const line of lines) emit(line)
  }
  return {
    reactsTo: [starts],
    isIdle: () => block.length === 0,
    take(line, emit) {
      if (line === undefined) return release(block, emit)
      if (starts.test(line) && !lastLine.test(line)) {
        release(block, emit)
        block = [line]
        return
      }
      if (block.length === 0) return emit(line)
      block.push(line)
      if (lastLine.test(line)) release(rewrite(block), emit)
      else if (block.length >= heldLines) release(block, emit)
    },
  }
}
