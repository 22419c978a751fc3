/**
 * `npm run figures [-- --list N] [FOLDER]`: prints measures of the sources and their goals. `--list` adds the first N
 * places of each. FOLDER is another checkout of the repository. No code is run.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { parse } from 'yaml'
import {
  type Figure,
  type Renames,
  fileCycles,
  folderCycles,
  formerNames,
  formerSentences,
  longestFunction,
  productLines,
  sentencePatterns,
  smallFiles,
  supportLines,
} from './figures/measure.ts'
import { isCatalogue, listFiles, readSources, walk } from './figures/sources.ts'

const { values, positionals } = parseArgs({
  options: { list: { type: 'string', default: '0' } },
  allowPositionals: true,
})
const home = path.join(import.meta.dirname, '..')
const root = path.resolve(positionals[0] ?? home)
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')

const files = listFiles(root)
const sources = readSources(root, files)
const renames = parse(fs.readFileSync(path.join(home, 'build/renamed-identifiers.yaml'), 'utf8')) as Renames
const documents = files.filter((file) => /^(README\.md|docs\/[^.].*\.md|shared\/contract\/.*\.yaml)$/.test(file))

/** Device sessions are measured separately; merged migrations are never edited. */
const exemptFromLength = ['agent/collect/', 'service/store/migrations/']

const rows: [name: string, goal: number, figure: Figure][] = [
  ['regular expressions over our own sentences', 0, sentencePatterns(sources, readSentences())],
  ['groups of the domain in a cycle', 0, folderCycles(sources, 1)],
  ['folders of features of the domain in a cycle', 0, folderCycles(sources, 2)],
  ['file cycles, types included', 0, fileCycles(sources)],
  ['identifiers of the rename table', 0, formerNames(sources, renames)],
  ['sentences in the old manner, docs and API', 10, formerSentences(new Map(documents.map((one) => [one, read(one)])))],
  ['longest function outside agent/collect', 100, longestFunction(sources, exemptFromLength)],
  ['files of at most 20 lines with a single importer', 80, smallFiles(sources)],
  ['product lines without generated ones and catalogues', 105_000, productLines(sources)],
  ['test support lines', 8_000, supportLines(sources)],
]

for (const [name, goal, { now, places }] of rows) {
  const isMet = now <= goal ? 'met' : ''
  console.log(`${name.padEnd(52)} ${String(now).padStart(8)}   goal ${String(goal).padStart(7)}   ${isMet}`.trimEnd())
  for (const one of places.slice(0, Number(values.list))) console.log(`    ${one}`)
}
console.log('The duration of `npm test` is not computed here: the test run prints it.')

/** Returns the sentences of every catalogue: messages and console. */
function readSentences(): string[] {
  const messages = files
    .filter((file) => /^(shared\/messages|desktop\/console\/locales)\/.*\.json$/.test(file))
    .flatMap((file) => strings(JSON.parse(read(file))))
  const words = sources.filter(isCatalogue).flatMap(({ ast }) => {
    const found: string[] = []
    walk(ast, (node) => void (ts.isStringLiteralLike(node) && found.push(node.text)))
    return found
  })
  return [...messages, ...words]
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
}
