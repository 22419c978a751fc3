import path from 'node:path'
import ts from 'typescript'
import { findCycles } from './cycles.ts'
import { type Source, isCatalogue, isProduct, lineCount, walk } from './sources.ts'

/** A figure and the places that it counts, the worst first. */
export interface Figure {
  now: number
  places: string[]
}

/** Replaced names: see `build/renamed-identifiers.yaml`. */
export interface Renames {
  identifiers: Record<string, string>
  within: { old: string; path: string }[]
  files: Record<string, string>
}

/**
 * Files whose patterns parse device output, certificates, SQL or sentences of earlier versions, or check the
 * catalogues.
 */
const readsOthers = [
  'agent/collect/',
  'agent/doctor/reach.ts',
  'agent/dry-run/explore/',
  'agent/procedures/',
  'agent/rsync/',
  'agent/sessions/',
  'service/store/legacy-sentences',
  'shared/platforms/',
  'shared/redact/',
  'test/agent/collect/',
  'test/agent/procedures/',
  'test/agent/sessions/',
  'test/desktop/console/language/texts.test.ts',
  'test/service/store/legacy-sentences',
  'test/service/store/read-only.test.ts',
  'test/shared/platforms/',
]

/** Returns the regular expressions with at least two words that match a sentence of the catalogues. */
export function sentencePatterns(sources: readonly Source[], sentences: readonly string[]): Figure {
  const text = sentences.map((one) => one.replace(/\{\w+(?:, [^{}]*(?:\{[^{}]*\}[^{}]*)*)?\}/g, 'x')).join('\n')
  const places: string[] = []
  for (const { file, ast } of sources) {
    if (readsOthers.some((one) => file.startsWith(one))) continue
    walk(ast, (node) => {
      if (!ts.isRegularExpressionLiteral(node) || !/[a-z]{2,}(?: |\\s\+?)[a-z]{2,}/i.test(node.text)) return
      const end = node.text.lastIndexOf('/')
      const flags = [...new Set(`${node.text.slice(end + 1).replace(/[gy]/g, '')}m`)].join('')
      if (new RegExp(node.text.slice(1, end), flags).test(text)) places.push(place(file, ast, node))
    })
  }
  return { now: places.length, places }
}

/** Returns the number of import cycles between folders of the domain, types included. */
export function folderCycles(sources: readonly Source[], depth: number): Figure {
  const folderOf = (file: string) =>
    path.posix
      .dirname(file)
      .split('/')
      .slice(0, 2 + depth)
      .join('/')
  const edges = new Map<string, Set<string>>()
  for (const { file, imports } of sources.filter((one) => one.file.startsWith('service/domain/'))) {
    const targets = imports.filter((one) => one.startsWith('service/domain/')).map(folderOf)
    const own = edges.get(folderOf(file)) ?? new Set()
    for (const target of targets) if (target !== folderOf(file)) own.add(target)
    edges.set(folderOf(file), own)
  }
  const cycles = findCycles(edges)
  return { now: cycles.flat().length, places: cycles.map((cycle) => cycle.join(' ')) }
}

/** Returns the number of import cycles between files, types included. */
export function fileCycles(sources: readonly Source[]): Figure {
  const cycles = findCycles(new Map(sources.map(({ file, imports }) => [file, imports])))
  return { now: cycles.length, places: cycles.map((cycle) => cycle.join(' ')) }
}

/** Returns the number of uses of replaced names. */
export function formerNames(sources: readonly Source[], { identifiers, within, files }: Renames): Figure {
  const places: string[] = []
  for (const { file, ast } of sources) {
    const local = within.filter((one) => file.startsWith(one.path)).map(({ old }) => old)
    if (Object.hasOwn(files, path.basename(file).replace(/\.\w+$/, ''))) places.push(file)
    walk(ast, (node) => {
      if (!ts.isIdentifier(node) || !(Object.hasOwn(identifiers, node.text) || local.includes(node.text))) return
      places.push(`${place(file, ast, node)} ${node.text}`)
    })
  }
  return { now: places.length, places }
}

/** Whole words that the documentation no longer uses. */
const formerManner = [
  'anew|whoever|nobody|somebody|by itself|for a while|so many|knows? nothing|of its own accord|told of',
  'goes on|is away|are away|is looked|looks? after|lies in|stands in|stands on|is told|are told|tells|says nothing',
  'comes? back|gives? back|given back|gives? up|given up|by nobody|of nobody|hears? of|has heard|is heard|in peace',
]
  .join('|')
  .split('|')

/** Returns the sentences of Markdown and of API descriptions that contain words of the former style. */
export function formerSentences(texts: ReadonlyMap<string, string>): Figure {
  const former = new RegExp(`\\b(?:${formerManner.join('|')})\\b`, 'i')
  const places = [...texts].flatMap(([file, text]) =>
    text
      .replace(/^```[\s\S]*?^```$/gm, '')
      .split(/(?<=[.:;!?])\s+|\n\n|\n[-|#]/)
      .filter((sentence) => former.test(sentence))
      .map((sentence) => `${file}: ${sentence.replace(/\s+/g, ' ').slice(0, 100)}`),
  )
  return { now: places.length, places }
}

/** Returns the number of lines of the product's longest function outside `exempt` folders. */
export function longestFunction(sources: readonly Source[], exempt: readonly string[]): Figure {
  const found: { lines: number; at: string }[] = []
  for (const source of sources) {
    if (!isProduct(source) || exempt.some((folder) => source.file.startsWith(folder))) continue
    walk(source.ast, (node) => {
      if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return
      const from = source.ast.getLineAndCharacterOfPosition(node.getStart()).line
      const to = source.ast.getLineAndCharacterOfPosition(node.getEnd()).line
      found.push({ lines: to - from + 1, at: place(source.file, source.ast, node) })
    })
  }
  const longest = found.sort((a, b) => b.lines - a.lines)
  return { now: longest[0]?.lines ?? 0, places: longest.slice(0, 20).map(({ lines, at }) => `${lines} ${at}`) }
}

/** Returns the files of the product with at most 20 lines that only one other file of the product imports. */
export function smallFiles(sources: readonly Source[]): Figure {
  const shipped = sources.filter(isProduct)
  const importers = Map.groupBy(
    shipped.flatMap(({ file, imports }) => imports.map((target) => ({ file, target }))),
    ({ target }) => target,
  )
  const places = shipped
    .filter((source) => source.file.endsWith('.ts') && lineCount(source) <= 20)
    .flatMap((source) => {
      const [only, another] = importers.get(source.file) ?? []
      return only && !another ? [`${source.file} <- ${only.file}`] : []
    })
  return { now: places.length, places }
}

/** Returns the number of lines of the product without generated files and catalogues. */
export function productLines(sources: readonly Source[]): Figure {
  return linesBelow(sources.filter((source) => isProduct(source) && !isCatalogue(source)))
}

/** Returns the number of lines of shared test code. */
export function supportLines(sources: readonly Source[]): Figure {
  return linesBelow(sources.filter(({ file }) => /^test\/(support|fakes|suites)\//.test(file)))
}

function linesBelow(sources: readonly Source[]): Figure {
  const sorted = sources.map((source) => ({ file: source.file, lines: lineCount(source) }))
  sorted.sort((a, b) => b.lines - a.lines)
  const places = sorted.slice(0, 20).map(({ file, lines }) => `${lines} ${file}`)
  return { now: sorted.reduce((sum, { lines }) => sum + lines, 0), places }
}

function place(file: string, ast: ts.SourceFile, node: ts.Node): string {
  return `${file}:${ast.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}
