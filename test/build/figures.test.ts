import { expect } from 'chai'
import ts from 'typescript'
import { findCycles } from '../../build/figures/cycles.ts'
import { folderCycles, formerNames, sentencePatterns, smallFiles } from '../../build/figures/measure.ts'
import type { Source } from '../../build/figures/sources.ts'

function source(file: string, text: string, imports: string[] = []): Source {
  return { file, text, imports, ast: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) }
}

describe('the figures of the sources', () => {
  it('finds each group of nodes that reach each other', () => {
    const edges = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a', 'd']],
      ['d', ['e']],
      ['e', ['d']],
      ['f', ['a']],
    ])

    expect(findCycles(edges).map((group) => group.sort())).to.deep.equal([
      ['d', 'e'],
      ['a', 'b', 'c'],
    ])
  })

  it('counts domain folders that import each other', () => {
    const sources = [
      source('service/domain/jobs/queue/a.ts', '', ['service/domain/kernel/context.ts']),
      source('service/domain/kernel/context.ts', '', ['service/domain/jobs/queue/a.ts']),
      source('service/domain/outbox/emit.ts', '', ['service/domain/kernel/context.ts']),
    ]

    expect(folderCycles(sources, 1).now).to.equal(2)
  })

  it('counts patterns that match a sentence, whatever its parameters', () => {
    const sources = [source('service/a.ts', "/name \\S+ is used/.test(text); /one word/.test(text); 'name x is used'")]

    expect(sentencePatterns(sources, ['The name {name} is used.']).places).to.deep.equal(['service/a.ts:1'])
  })

  it('counts replaced names that have the old meaning', () => {
    const renames = {
      identifiers: { FormerName: 'NewName' },
      within: [{ old: 'Call', path: 'service' }],
      files: { pacer: 'yield-event-loop' },
    }
    const sources = [
      source('service/pacer.ts', 'function f(call: Call, value: FormerName) {}'),
      source('agent/a.ts', 'type Call = string // FormerName'),
    ]

    expect(formerNames(sources, renames).places).to.deep.equal([
      'service/pacer.ts',
      'service/pacer.ts:1 Call',
      'service/pacer.ts:1 FormerName',
    ])
  })

  it('counts small files that only one product file imports', () => {
    const sources = [
      source('service/small.ts', 'export const a = 1'),
      source('service/shared.ts', 'export const b = 1'),
      source('service/one.ts', '\n'.repeat(30) + 'export {}', ['service/small.ts', 'service/shared.ts']),
      source('service/two.ts', '\n'.repeat(30) + 'export {}', ['service/shared.ts']),
      source('test/small.test.ts', '', ['service/small.ts']),
    ]

    expect(smallFiles(sources).places).to.deep.equal(['service/small.ts <- service/one.ts'])
  })
})
