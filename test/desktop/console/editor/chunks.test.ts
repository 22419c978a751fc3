import { Chunk } from '@codemirror/merge'
import { Text } from '@codemirror/state'
import { expect } from 'chai'
import { chunksOf, drawing, linesOf } from '../../../../desktop/console/editor/chunks.ts'
import { mapLine, mapLineBack } from '../../../../desktop/console/editor/map-line.ts'
import { comparedTexts } from './compared-texts.ts'

describe('the chunks of the merge view', () => {
  const compared = (a: string, b: string) => {
    const comparison = comparedTexts(a, b)
    const texts = [Text.of(linesOf(a)), Text.of(linesOf(b))] as const
    return { comparison, texts, chunks: chunksOf(comparison, ...texts) }
  }

  it('are Coffer’s own hunks, even where the package would merge or split them', () => {
    const { chunks, texts } = compared('a 1\n!\nb 1\n', 'a 2\n!\nb 2\n')

    const drawn = Chunk.build(...texts, drawing(chunks))

    expect(drawn.map(({ fromA, toA, fromB, toB }) => [fromA, toA, fromB, toB])).to.deep.equal([
      [0, 4, 0, 4],
      [6, 10, 6, 10],
    ])
    expect(drawn[0]?.changes.map(({ fromA, toA }) => [fromA, toA])).to.deep.equal([[2, 3]])
  })

  it('use the package’s own comparison in other views', () => {
    expect(Chunk.build(Text.of(['a']), Text.of(['b']))).to.have.length(1)
  })

  it('stay inside the texts, also for changes at their ends', () => {
    for (const [a, b] of [
      ['', 'a\n'],
      ['a\n', ''],
      ['a\n', 'a\nb\n'],
      ['a', 'a\n'],
      ['a\nb', 'a'],
      ['x\r\n', 'x\n'],
    ] as const) {
      const { chunks, texts } = compared(a, b)
      for (const chunk of chunks) {
        expect(chunk.fromA).to.be.at.most(texts[0].length)
        expect(chunk.fromB).to.be.at.most(texts[1].length)
        expect(chunk.endA).to.be.at.most(texts[0].length)
        expect(chunk.endB).to.be.at.most(texts[1].length)
      }
    }
  })

  it('split lines at line feeds only', () => {
    expect(linesOf('a\rb\r\nc')).to.deep.equal(['a\rb\r', 'c'])
  })

  it('map a line of one text to the same line of the other, and back', () => {
    const { hunks } = compared('a\nb\nc\nd\n', 'a\nx\ny\nc\n').comparison

    expect([0, 1, 2, 3].map((line) => mapLine(hunks, line))).to.deep.equal([0, 1, 3, 4])
    expect([0, 1, 2, 3].map((line) => mapLineBack(hunks, line))).to.deep.equal([0, 1, 1, 2])
  })
})
