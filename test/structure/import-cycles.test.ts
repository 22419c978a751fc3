import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'

const root = path.join(import.meta.dirname, '../..')
const domain = 'service/domain/'

/** What is imported from where; types count. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>

describe('imports', () => {
  it('form no cycle of files', () => {
    expect(findCycles(imports(['service', 'agent', 'shared', 'desktop']))).to.deep.equal([])
  })

  it('form no cycle of folders in the domain', () => {
    expect(findCycles(foldersOf(imports([domain])))).to.deep.equal([])
  })

  it('are reported by the names of the files in a cycle', () => {
    const graph = new Map([
      ['a.ts', new Set(['b.ts'])],
      ['b.ts', new Set(['c.ts'])],
      ['c.ts', new Set(['b.ts'])],
    ])

    expect(findCycles(graph)).to.deep.equal(['b.ts → c.ts → b.ts'])
  })
})

function imports(folders: string[]): Graph {
  const names = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name)),
  )
  const files = new Set(names.filter((name) => /\.(ts|vue)$/.test(name)))
  return new Map([...files].map((file) => [file, importsOf(file, files)]))
}

/** The specifiers of `import`, `export … from`, `import()` and types of `import('…')`. */
function importsOf(file: string, known: ReadonlySet<string>): Set<string> {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier = '']) => specifier)
  const targets = specifiers.map((specifier) => path.posix.join(path.posix.dirname(file), specifier))
  return new Set(targets.filter((target) => known.has(target)))
}

function foldersOf(files: Graph): Graph {
  const folders = new Map<string, Set<string>>()
  for (const [file, targets] of files) {
    const folder = path.posix.dirname(file)
    const outside = [...targets].map((target) => path.posix.dirname(target)).filter((target) => target !== folder)
    folders.set(folder, new Set([...(folders.get(folder) ?? []), ...outside]))
  }
  return folders
}

/** Returns one cycle for each file or folder at which a walk in depth meets its own path. */
function findCycles(graph: Graph): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (node: string, walked: string[]) => {
    const at = walked.indexOf(node)
    if (at !== -1) cycles.push([...walked.slice(at), node].join(' → '))
    if (at !== -1 || done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...walked, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}
