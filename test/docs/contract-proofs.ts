import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** A test or a group of tests, as a file has it. */
interface TitledBlock {
  title: string
  isSkipped: boolean
  /** Called functions, also those that other functions of the file call. */
  calls: Set<string>
}

interface TestFile {
  source: string
  blocks: TitledBlock[]
  /** Names imported from files below test/ that contain an assertion. */
  assertingImports: Set<string>
}

const root = path.join(import.meta.dirname, '../..')
const assertions = ['expect', 'must', 'assert', 'waitFor']
const read = new Map<string, TestFile | undefined>()

/**
 * Returns why a proof (`<file below test/> > <words of a title>`) proves nothing: its test does not exist, exists more
 * than once, is skipped or asserts nothing. Null when it is sound.
 */
export function findFault(proof: string): string | null {
  const [name = '', words = ''] = proof.split(' > ')
  const file = readTest(name)
  const similar = words ? (file?.blocks.filter(({ title }) => title.includes(words)) ?? []) : []
  const exact = similar.filter(({ title }) => title === words)
  const found = exact.length > 0 ? exact : similar
  const [block, ...others] = found
  if (!file || !block) return `there is no ${proof}`
  if (others.length > 0) return `there are ${found.length} of ${proof}`
  if (block.isSkipped) return `skipped is ${proof}`
  const asserts = [...assertions, ...file.assertingImports].some((one) => block.calls.has(one))
  return asserts ? null : `nothing is asserted by ${proof}`
}

/**
 * Returns whether the file of a proof mentions what a line is about: a word, or each fixed part of a path such as
 * `/api/devices/{device_id}/export`.
 */
export function mentions(proof: string, subject: string): boolean {
  const source = readTest(proof.split(' > ')[0] ?? '')?.source ?? ''
  const words = subject.startsWith('/')
    ? subject
        .replace(/\{\w+\}/g, '')
        .split('/')
        .filter(Boolean)
    : [subject]
  return words.every((word) => containsWord(source, word))
}

/** Returns whether a file of a folder below test/fixtures contains the word. */
export function fixtureMentions(folder: string, word: string): boolean {
  const files = fs.globSync(path.join(root, 'test/fixtures', folder, '**/*.{yaml,json,txt}'))
  return files.some((file) => containsWord(fs.readFileSync(file, 'utf8'), word))
}

/** Returns what a line is about by its own words: words in backticks or with an underscore, settings, and paths. */
export function subjectsOf(line: string): string[] {
  const paths = line.match(/\/(?:[a-z-]+|\{\w+\})(?:\/(?:[a-z-]+|\{\w+\}))*/g) ?? []
  const others = paths.reduce((text, one) => text.replace(one, ' '), line)
  const quoted = [...others.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
  const words = others.match(/\b(?:BKP_[A-Z_]+|[a-z]+(?:_[a-z0-9]+)+)\b/g) ?? []
  return [...new Set([...paths, ...quoted, ...words])]
}

function containsWord(source: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![A-Za-z0-9_])${escaped}(?![A-Za-z0-9_])`).test(source)
}

function readTest(name: string): TestFile | undefined {
  if (!read.has(name)) read.set(name, parseTest(path.join(root, `test/${name}.test.ts`)))
  return read.get(name)
}

function parseTest(file: string): TestFile | undefined {
  if (!fs.existsSync(file)) return undefined
  const source = fs.readFileSync(file, 'utf8')
  return { source, ...parseSource(source, path.dirname(file)) }
}

/** Returns the tests of a source whose relative imports are read from `folder`. */
export function parseSource(source: string, folder: string): Omit<TestFile, 'source'> {
  const tree = ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true)
  const functions = new Map<string, ts.Node>()
  const assertingImports = new Set<string>()
  const titled: { call: ts.CallExpression; title: string; isSkipped: boolean }[] = []
  visit(tree, false)
  const blocks = titled.map(({ call, title, isSkipped }) => ({ title, isSkipped, calls: callsIn(call, functions) }))
  return { blocks, assertingImports }

  function visit(node: ts.Node, isSkipped: boolean): void {
    if (ts.isImportDeclaration(node)) readImport(node)
    if (ts.isFunctionDeclaration(node) && node.name) functions.set(node.name.text, node)
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      functions.set(node.name.text, node.initializer)
    }
    const test = ts.isCallExpression(node) ? asTest(node) : undefined
    const skips = isSkipped || test?.isSkipped === true
    if (test) titled.push({ ...test, isSkipped: skips })
    ts.forEachChild(node, (child) => visit(child, skips))
  }

  function readImport(node: ts.ImportDeclaration): void {
    const from = path.resolve(folder, (node.moduleSpecifier as ts.StringLiteral).text)
    if (!from.startsWith(path.join(root, 'test/')) || !fs.existsSync(from)) return
    if (!/\b(expect|must|assert)\(|throw new Error/.test(fs.readFileSync(from, 'utf8'))) return
    const names = node.importClause?.namedBindings
    if (names && ts.isNamedImports(names)) names.elements.forEach(({ name }) => assertingImports.add(name.text))
  }
}

/** A call of `it` or `describe`, also as `it.skip` or `(missing ? describe.skip : describe)`. */
function asTest(call: ts.CallExpression): { call: ts.CallExpression; title: string; isSkipped: boolean } | undefined {
  const callee = call.expression.getText()
  const [title] = call.arguments
  const kind = /^\(?(?:\w+ \? )?x?(it|describe)\b/.exec(callee)?.[1]
  if (!kind || !title || !(ts.isStringLiteral(title) || ts.isTemplateLiteral(title))) return undefined
  const text = ts.isStringLiteral(title) ? title.text : title.getText()
  return { call, title: text, isSkipped: /^x|^(it|describe)\.skip/.test(callee) }
}

/** The functions that a block calls, directly or by way of other functions of the file. */
function callsIn(block: ts.Node, functions: Map<string, ts.Node>): Set<string> {
  const calls = new Set<string>()
  collect(block)
  return calls

  function collect(node: ts.Node): void {
    if (ts.isIdentifier(node) && !calls.has(node.text)) {
      calls.add(node.text)
      const target = functions.get(node.text)
      if (target) collect(target)
    }
    ts.forEachChild(node, collect)
  }
}
