import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** A file with TypeScript. Only the script of a Vue component is parsed. */
export interface Source {
  /** Relative to the root of the repository, with `/`. */
  file: string
  text: string
  ast: ts.SourceFile
  /** Files of the repository that it imports, as values or types. */
  imports: string[]
}

const product = ['agent', 'build', 'desktop', 'service', 'shared']
const generated = ['shared/contract/api-types.ts']

/** Returns every file of the repository that Git tracks or would track. */
export function listFiles(root: string): string[] {
  const args = ['ls-files', '-co', '--exclude-standard']
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 }).split('\n')
  return [...new Set(files)].filter((file) => file !== '' && fs.existsSync(path.join(root, file)))
}

/** Returns the TypeScript and Vue files among `files`, without generated ones and fixtures. */
export function readSources(root: string, files: readonly string[]): Source[] {
  const known = new Set(files)
  return files
    .filter((file) => /\.(ts|vue)$/.test(file) && !generated.includes(file) && !file.startsWith('test/fixtures/'))
    .map((file) => {
      const text = fs.readFileSync(path.join(root, file), 'utf8')
      const script = file.endsWith('.vue') ? (/<script[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '') : text
      const ast = ts.createSourceFile(file, script, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
      return { file, text, ast, imports: importsOf(file, ast).filter((one) => known.has(one)) }
    })
}

/** Returns whether a file ships, or builds what ships. */
export function isProduct({ file }: Source): boolean {
  return product.some((folder) => file.startsWith(`${folder}/`))
}

/** Returns whether a file contains only sentences for users. */
export function isCatalogue({ file }: Source): boolean {
  return (
    /^desktop\/(console\/(?!language)|main\/).*messages\.ts$/.test(file) || /^shared\/messages\/(en|fr)\//.test(file)
  )
}

export function lineCount({ text }: Source): number {
  return text.trimEnd().split('\n').length
}

/** Calls `visit` with every node of a file. */
export function walk(ast: ts.Node, visit: (node: ts.Node) => void): void {
  visit(ast)
  ts.forEachChild(ast, (child) => walk(child, visit))
}

function importsOf(file: string, ast: ts.SourceFile): string[] {
  const found = new Set<string>()
  walk(ast, (node) => {
    const from = importedFrom(node)
    if (from?.startsWith('.')) found.add(path.posix.join(path.posix.dirname(file), from))
  })
  return [...found]
}

function importedFrom(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments
    return argument && ts.isStringLiteral(argument) ? argument.text : undefined
  }
  if (!ts.isImportTypeNode(node) || !ts.isLiteralTypeNode(node.argument)) return undefined
  return ts.isStringLiteral(node.argument.literal) ? node.argument.literal.text : undefined
}
