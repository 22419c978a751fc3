import { expect } from 'chai'
import { readPatch } from '../../../../desktop/console/editor/read-patch.ts'
import { presentUnified } from '../../../../service/http/present/unified.ts'
import { diffUnified } from '../../../../shared/diff/unified.ts'

describe('a comparison built from a patch', () => {
  const lines = (...numbers: number[]) => numbers.map((n) => `line ${n}\n`).join('')
  const before = lines(...Array.from({ length: 40 }, (_, n) => n))
  const after = before
    .replace('line 10\n', 'line ten\n')
    .replace('line 30\n', '')
    .replace('line 39\n', 'line 39\n--- x\n')
  const patchOf = (a: string, b: string) =>
    presentUnified(diffUnified(a, b, { context: 1, maxLines: 100, headers: ['--- a', '+++ b'] }), false)
  const leftOut = (count: number | null) => `(${count ?? 'rest'})`

  it('shows the patch’s lines with their numbers, and what was left out', () => {
    const { a, b, numbers, hunks, marks, added, removed } = readPatch(patchOf(before, after), leftOut)

    expect(b.split('\n')).to.deep.equal([
      '(9)',
      'line 9',
      'line ten',
      'line 11',
      '(17)',
      'line 29',
      'line 31',
      '(7)',
      'line 39',
      '--- x',
      '(rest)',
      '',
    ])
    expect(a).to.contain('line 29\nline 30\nline 31\n')
    expect(numbers?.b).to.deep.equal([0, 10, 11, 12, 0, 30, 31, 0, 39, 40, 0])
    expect(hunks).to.have.length(3)
    expect(marks.map((words) => words.length)).to.deep.equal([1, 0, 0])
    expect({ added, removed }).to.deep.equal({ added: 2, removed: 2 })
  })

  it('is empty when the texts are equal', () => {
    expect(readPatch(patchOf(before, before), leftOut)).to.deep.include({ a: '', b: '', hunks: [] })
  })
})
