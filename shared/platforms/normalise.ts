import { patternLike } from '../search/linear-pattern.ts'
import { anyOf } from './any-of.ts'
import type { Platform } from './platform.ts'
import { heldLines, holdingStage, placeholder, type Stage } from './multi-line-rules.ts'
import { createXmlLayout } from './xml-layout.ts'
import type { CollapseRule, RemarkRule } from './normalisation.ts'

export interface Normaliser {
  /** Returns what is complete so far; the rest is held. */
  push(raw: Uint8Array): Buffer
  end(): Buffer
}

/**
 * Normalises a text as a stream of lines, in bounded memory. Bytes are unchanged, trailing blank lines are removed and
 * the last line always ends. A platform without rules changes nothing else.
 */
export function createNormaliser(platform: Platform, key: string): Normaliser {
  return laidOut(platform, key, lineStream([...stagesFor(platform, key), trimEnd()]))
}

/** Applies `createNormaliser` to a whole text. */
export function normaliseText(platform: Platform, key: string, raw: Uint8Array): Buffer {
  return whole(createNormaliser(platform, key), raw)
}

/**
 * Normalises a text for the comparison with its counterpart of the same time (running and saved). As `normaliseText`,
 * without the blocks that the two show differently although they are equivalent.
 */
export function normaliseForUnsavedChanges(platform: Platform, key: string, raw: Uint8Array): Buffer {
  const omit = platform.divergence?.omit ?? []
  return whole(laidOut(platform, key, lineStream([omitBlocks(omit), ...stagesFor(platform, key), trimEnd()])), raw)
}

/** Returns the number of lines. A last line without a line end counts. */
export function countLines(text: Uint8Array): number {
  let lines = 0
  for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) lines++
  return text.length > 0 && text[text.length - 1] !== 10 ? lines + 1 : lines
}

function stagesFor(platform: Platform, key: string): Stage[] {
  const rules = platform.normalise?.rules ?? []
  return rules
    .filter((rule) => rule.artifacts?.includes(key) ?? true)
    .map((rule) => {
      if ('collapse' in rule) return collapseRuns(rule)
      if ('remark' in rule) return dropRemarks(rule)
      if ('member' in rule) return replaceMembers(rule.member)
      if ('sorted' in rule || 'body' in rule || 'omitted' in rule) return holdingStage(rule)
      return rule.section ? replaceInBlocks(rule.volatile, rule.section) : replaceAnywhere(rule.volatile)
    })
}

function laidOut({ normalise }: Platform, key: string, lines: Normaliser): Normaliser {
  const described = normalise?.layouts?.find(({ artifacts }) => artifacts?.includes(key) ?? true)
  if (!described) return lines
  const layout = createXmlLayout(described)
  return {
    push: (raw) => lines.push(Buffer.from(layout.push(latin1(raw)), 'latin1')),
    end() {
      const rest = lines.push(Buffer.from(layout.end(), 'latin1'))
      return Buffer.concat([rest, lines.end()])
    },
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** Most lines of a text concern no rule. They are copied together, without taking each through every stage. */
function lineStream(stages: Stage[]): Normaliser {
  const isOfRule = anyOf(stages.flatMap(({ reactsTo }) => reactsTo))
  let rest: string[] = [] // pieces of an incomplete line
  let out: string[] = []
  let isIdle = true
  let isSkipping = false
  const feeds = stages.reduceRight<(line: string | undefined) => void>(
    (next, stage) => (line) => {
      stage.take(line, next)
      if (line === undefined) next(undefined)
    },
    (line) => void (line !== undefined && out.push(line, '\n')),
  )
  const take = (line: string) => {
    feeds(line)
    isIdle = stages.every((stage) => stage.isIdle())
    isSkipping = false
  }
  const mayCopy = (line: string) => {
    if (!isIdle || isOfRule(line)) return false
    if (!isSkipping) for (const stage of stages) stage.skip?.()
    isSkipping = true
    return true
  }
  const flush = () => {
    const text = out.join('')
    out = []
    return Buffer.from(text, 'latin1')
  }
  return {
    push(raw) {
      const text = latin1(raw)
      let from = text.indexOf('\n') + 1
      if (from === 0) {
        rest.push(text)
        return flush()
      }
      take(rest.join('') + text.slice(0, from - 1))
      let copied = from
      for (let end = text.indexOf('\n', from); end !== -1; end = text.indexOf('\n', from)) {
        const line = text.slice(from, end)
        const start = from
        from = end + 1
        if (mayCopy(line)) continue
        out.push(text.slice(copied, start))
        take(line)
        copied = from
      }
      out.push(text.slice(copied, from))
      rest = [text.slice(from)]
      return flush()
    },
    end() {
      const last = rest.join('')
      if (last !== '') take(last)
      rest = []
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
  return {
    reactsTo: [volatile],
    isIdle: () => true,
    take: (line, emit) => void (line !== undefined && emit(blank(line))),
  }
}

function replaceInBlocks(volatile: RegExp, section: { starts: RegExp; with?: RegExp }): Stage {
  const blank = blanker(volatile)
  let block: string[] | undefined
  let inside = false
  const release = (emit: (line: string) => void, apply: boolean) => {
    for (const line of block ?? []) emit(apply ? blank(line) : line)
    block = undefined
  }
  return {
    reactsTo: [section.starts],
    isIdle: () => !inside && !block,
    take(line, emit) {
      const goesOn = line !== undefined && line.startsWith(' ')
      if (!goesOn) {
        release(emit, block?.some((held) => section.with?.test(held)) ?? false)
        inside = line !== undefined && section.starts.test(line)
        if (line === undefined) return
        if (inside && section.with) block = [line]
        else emit(line)
        return
      }
      if (block) {
        block.push(line)
        if (block.length >= heldLines) {
          release(emit, false)
          inside = false
        }
      } else emit(inside ? blank(line) : line)
    },
  }
}

function dropRemarks({ remark }: RemarkRule): Stage {
  return {
    reactsTo: [remark],
    isIdle: () => true,
    take(line, emit) {
      if (line === undefined) return
      const rest = line.replace(remark, '')
      if (rest === line || rest.trim() !== '') emit(rest)
    },
  }
}

function collapseRuns(rule: CollapseRule): Stage {
  let running = false
  return {
    reactsTo: [rule.collapse],
    isIdle: () => true,
    take(line, emit) {
      if (line === undefined) return
      const matches = rule.collapse.test(line)
      if (!matches) emit(line)
      else if (!running) emit(rule.to)
      running = matches
    },
    skip: () => void (running = false),
  }
}

function replaceMembers(member: RegExp): Stage {
  let closing: string | undefined
  return {
    reactsTo: [member],
    isIdle: () => closing === undefined,
    take(line, emit) {
      if (line === undefined) return
      if (closing !== undefined) {
        if (line.startsWith(`${closing}]`) || line.startsWith(`${closing}}`)) closing = undefined
        return
      }
      const name = member.exec(line)?.[0]
      if (name === undefined) return emit(line)
      emit(name + placeholder)
      if (/[[{]$/.test(line)) closing = line.slice(0, line.length - line.trimStart().length)
    },
  }
}

function omitBlocks(starts: readonly RegExp[]): Stage {
  let omitting = false
  return {
    reactsTo: starts,
    isIdle: () => !omitting,
    take(line, emit) {
      if (line === undefined) return
      omitting = starts.some((start) => start.test(line)) || (omitting && line.startsWith(' '))
      if (!omitting) emit(line)
    },
  }
}

function trimEnd(): Stage {
  let blanks: string[] = []
  return {
    reactsTo: [/^\s*$/],
    isIdle: () => blanks.length === 0,
    take(line, emit) {
      if (line === undefined) return
      if (line.trim() === '') return void blanks.push(line)
      for (const blank of blanks) emit(blank)
      blanks = []
      emit(line)
    },
  }
}

/** Replaces only the positions of the groups: the same value elsewhere on the line remains. */
function blanker(volatile: RegExp): (line: string) => string {
  const flags = volatile.flags.replace(/[dgy]/g, '')
  const isIn = patternLike(volatile, volatile.source, flags)
  const pattern = patternLike(volatile, volatile.source, `${flags}dg`)
  return (line) => {
    if (!isIn.test(line)) return line // nearly every line; a search with indices is much slower
    let text = ''
    let from = 0
    for (const { indices } of line.matchAll(pattern)) {
      const places = indices ?? []
      for (const place of places.length > 1 ? places.slice(1) : places) {
        if (!place) continue
        text += line.slice(from, place[0]) + placeholder
        from = place[1]
      }
      if (!volatile.global) break
    }
    return text + line.slice(from)
  }
}
