import fs from 'node:fs'
import { expect } from 'chai'
import ts from 'typescript'
import { parse } from 'yaml'

interface Renames {
  identifiers: Record<string, string>
  within: { old: string; new: string; path: string }[]
  files: Record<string, string>
  words: string[]
  kept: Record<string, string>
}

const renames = parse(fs.readFileSync('build/renamed-identifiers.yaml', 'utf8')) as Renames
const files = ['service', 'agent', 'shared', 'desktop', 'build'].flatMap((folder) =>
  fs.globSync(`${folder}/**/*.{ts,vue}`).map((file) => file.replaceAll('\\', '/')),
)
const sources = files
  .filter((file) => !file.endsWith('/api-types.ts') && !file.includes('/node_modules/'))
  .map((file) => ({ file, names: identifiersIn(file) }))

describe('the glossary', function () {
  it('has each term once', () => {
    const terms = (parse(fs.readFileSync('docs/glossary.yaml', 'utf8')) as { term: string }[]).map(({ term }) => term)

    expect(terms).to.deep.equal([...new Set(terms)])
  })

  it('is followed by identifiers, which use no replaced name', () => {
    const found = sources.flatMap(({ file, names }) =>
      [...names].flatMap((name) => {
        const current = own(renames.kept, name) ? undefined : currentName(file, name)
        return current ? [`${file}: ${name}, now ${current}`] : []
      }),
    )

    expect(found).to.deep.equal([])
  })

  it('is followed by file names, which use no replaced name', () => {
    const found = files.flatMap((file) => {
      const base =
        file
          .split('/')
          .at(-1)
          ?.replace(/\.\w+$/, '') ?? ''
      const current = own(renames.files, base)
      return current ? [`${file}, now ${current}`] : []
    })

    expect(found).to.deep.equal([])
  })

  it('is followed by all names, which contain no rejected word', () => {
    const found = sources.flatMap(({ file, names }) =>
      [
        ...names,
        file
          .split('/')
          .at(-1)
          ?.replace(/\.\w+$/, '') ?? '',
      ]
        .filter((name) => !own(renames.kept, name) && wordsIn(name).some((word) => renames.words.includes(word)))
        .map((name) => `${file}: ${name}`),
    )

    expect(found).to.deep.equal([])
  })
})

function own<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** The name of today, where `name` is an old one in this file. */
function currentName(file: string, name: string): string | undefined {
  return (
    own(renames.identifiers, name) ??
    renames.within.find((rename) => rename.old === name && `${file}/`.startsWith(`${rename.path}/`))?.new
  )
}

function wordsIn(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/)
}

function identifiersIn(file: string): Set<string> {
  const text = fs.readFileSync(file, 'utf8')
  const script = file.endsWith('.vue')
    ? [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, code]) => code).join('\n')
    : text
  const names = new Set<string>()
  visit(ts.createSourceFile(file, script, ts.ScriptTarget.Latest))
  return names

  function visit(node: ts.Node) {
    if (ts.isIdentifier(node)) names.add(node.text)
    ts.forEachChild(node, visit)
  }
}
