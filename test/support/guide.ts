import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

/** A block of code of a page. */
export interface Block {
  page: string
  /** Line of its first line of code, from 1. */
  line: number
  /** Empty if the page does not specify it. */
  language: string
  text: string
}

/** What test/docs/guides.yaml declares about a page. Keys are texts that occur in exactly one block. */
export interface GuideEntry {
  /** The test that takes every other block, below test/, without `.test.ts`. */
  test?: string
  /** Single blocks by the test that runs them. */
  run_by?: Record<string, string>
  /** Texts that a test may replace, each with the reason. */
  replaced?: Record<string, string>
  /** Blocks that no test runs, each with the reason. */
  not_run?: Record<string, string>
}

const root = path.join(import.meta.dirname, '../..')

/** Opens a page whose blocks a test runs, with what guides.yaml declares about it. */
export function openGuide(page: string) {
  const blocks = runnable(readBlocks(page))
  const { replaced = {}, not_run: notRun = {}, run_by: runBy = {} } = readGuides()[page] ?? {}
  const elsewhere = [...Object.keys(notRun), ...Object.keys(runBy)]
  const taken = new Set<Block>()
  return {
    /** Returns the block that contains `text`, for a test that only reads it; does not count it as run. */
    read: (text: string) => onlyBlock(blocks, page, text).text,
    /**
     * Returns the block that contains `text`, with `values` in place of texts of the page, and counts it as run.
     * @throws Error when not exactly one block contains `text`, or when a replaced text is undeclared or absent
     */
    take(text: string, values: Record<string, string> = {}) {
      const block = onlyBlock(blocks, page, text)
      taken.add(block)
      return Object.entries(values).reduce((commands, [from, to]) => {
        if (!(from in replaced)) throw new Error(`guides.yaml does not declare that ${page} has '${from}' replaced`)
        if (!commands.includes(from)) throw new Error(`the block with '${text}' of ${page} no longer has '${from}'`)
        return commands.replaceAll(from, () => to)
      }, block.text)
    },
    /** Returns the first line of every block that was neither taken nor declared in guides.yaml. */
    untaken: () =>
      blocks
        .filter((block) => !taken.has(block) && !elsewhere.some((text) => block.text.includes(text)))
        .map(({ line, text }) => `${page}:${line}: ${text.split('\n')[0]}`),
  }
}

/** Returns the declarations of guides.yaml by page. */
export function readGuides(): Record<string, GuideEntry> {
  return parse(fs.readFileSync(path.join(root, 'test/docs/guides.yaml'), 'utf8')) as Record<string, GuideEntry>
}

/** Returns the fenced blocks of a page in its order. */
export function readBlocks(page: string): Block[] {
  return blocksIn(page, fs.readFileSync(path.join(root, page), 'utf8'))
}

/** Returns the fenced blocks of a text; indented fences, as in lists, too. */
export function blocksIn(page: string, text: string): Block[] {
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [, , language = '', code = ''] = match
    return { page, line: text.slice(0, match.index).split('\n').length + 1, language, text: code }
  })
}

/** Returns the blocks that a reader would use; `text` marks output and drawings. */
export function runnable(blocks: Block[]): Block[] {
  return blocks.filter(({ language }) => language !== 'text')
}

function onlyBlock(blocks: Block[], page: string, text: string): Block {
  const [block, ...others] = blocks.filter((one) => one.text.includes(text))
  if (!block || others.length > 0)
    throw new Error(`${page} has ${block ? 'several blocks' : 'no block'} with '${text}'`)
  return block
}
