import { expect } from 'chai'
import { findInRows, maxMatches, stepToMatch } from '../../../../desktop/console/editor/find-in-rows.ts'
import { changeAt, foldsOf, patchOfChange, rowsOf, stepToChange } from '../../../../desktop/console/editor/rows.ts'
import { comparedTexts } from './compared-texts.ts'

describe('the rows of a comparison', () => {
  const rowsBetween = (a: string, b: string) => rowsOf(comparedTexts(a, b))
  const rows = rowsBetween('one\ntwo\nthree\nfour\n', 'one\n2\nthree\nfour\nfive\n')

  it('show removed lines above added ones, with line numbers of both sides', () => {
    expect(rows.texts).to.deep.equal(['one', 'two', '2', 'three', 'four', 'five'])
    expect([...rows.kinds]).to.deep.equal([0, 1, 2, 0, 0, 2])
    expect([...rows.a]).to.deep.equal([0, 1, -1, 2, 3, -1])
    expect([...rows.b]).to.deep.equal([0, -1, 1, 2, 3, 4])
    expect(rows.changes).to.deep.equal([
      { from: 1, to: 3 },
      { from: 5, to: 6 },
    ])
  })

  it('are copied one change at a time, in patch format', () => {
    expect(patchOfChange(rows, 0)).to.equal('-two\n+2\n')
    expect(patchOfChange(rows, -1)).to.equal('-two\n+2\n')
    expect(patchOfChange(rows, 1)).to.equal('+five\n')
    expect(patchOfChange(rowsBetween('a', 'a'), -1)).to.equal(undefined)
  })

  it('are empty for an empty text, and all added for a new text', () => {
    expect(rowsBetween('', '').count).to.equal(0)
    expect([...rowsBetween('', 'a\nb').kinds]).to.deep.equal([2, 2])
  })

  it('step from change to change, and wrap at the ends', () => {
    const { changes } = rows
    expect(stepToChange(changes, 0, 1)).to.equal(0)
    expect(stepToChange(changes, 1, 1)).to.equal(1)
    expect(stepToChange(changes, 5, 1)).to.equal(0)
    expect(stepToChange(changes, 5, -1)).to.equal(0)
    expect(stepToChange(changes, 1, -1)).to.equal(1)
    expect(stepToChange(changes, 2, -1)).to.equal(1)
    expect(stepToChange([], 1, 1)).to.equal(undefined)
    expect([changeAt(changes, 0), changeAt(changes, 2), changeAt(changes, 5)]).to.deep.equal([-1, 0, 1])
  })

  it('are folded if equal, at least four rows and three from a change', () => {
    const changes = [{ from: 10, to: 12 }]
    expect(foldsOf({ changes, count: 20 })).to.deep.equal([
      { from: 0, to: 7 },
      { from: 15, to: 20 },
    ])
    expect(foldsOf({ changes, count: 18 })).to.deep.equal([{ from: 0, to: 7 }])
    expect(foldsOf({ changes: [], count: 3 })).to.deep.equal([])
  })

  it('are searched on both sides, without pattern characters', () => {
    expect(findInRows(['a.b', 'AxB a.B'], 'a.b', { matchCase: false })).to.deep.equal([
      { row: 0, from: 0, to: 3 },
      { row: 1, from: 4, to: 7 },
    ])
    expect(findInRows(['a.b', 'AxB a.B'], 'a.b', { matchCase: true })).to.have.length(1)
    expect(findInRows(['a'], '', { matchCase: true })).to.deep.equal([])
    expect(findInRows(Array<string>(200).fill('x'.repeat(100)), 'x', { matchCase: true })).to.have.length(maxMatches)
  })

  it('step from match to match, starting at the current row', () => {
    const matches = [2, 5, 9].map((row) => ({ row, from: 0, to: 1 }))
    expect(stepToMatch(matches, -1, 4, 1)).to.equal(1)
    expect(stepToMatch(matches, -1, 10, 1)).to.equal(0)
    expect(stepToMatch(matches, 2, 0, 1)).to.equal(0)
    expect(stepToMatch(matches, 0, 0, -1)).to.equal(2)
    expect(stepToMatch([], -1, 0, 1)).to.equal(-1)
  })
})
