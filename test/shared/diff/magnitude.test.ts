import { expect } from 'chai'
import { measureMagnitude } from '../../../shared/diff/magnitude.ts'
import { diffUnified } from '../../../shared/diff/unified.ts'
import { editedLines } from './edited-lines.ts'

describe('the magnitude of a change', () => {
  it('counts a changed line as one added and one removed', () => {
    expect(measureMagnitude('a\nb\nc\n', 'a\nB\nc\nd\n')).to.deep.equal({ added: 2, removed: 1 })
  })

  it('counts every line of a first text as added', () => {
    expect(measureMagnitude('', 'a\nb')).to.deep.equal({ added: 2, removed: 0 })
  })

  it('equals the counters of the unified diff', () => {
    for (let seed = 0; seed < 200; seed++) {
      const { before, after } = editedLines(seed)

      const { added, removed } = diffUnified(before, after, { context: 3, maxLines: 5, headers: [] })

      expect(measureMagnitude(before, after)).to.deep.equal({ added, removed })
    }
  })
})
