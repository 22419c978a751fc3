import { expect } from 'chai'
import { diffLines, type Hunk } from '../../../shared/diff/line-diff.ts'
import { makeTextPairs } from '../../bench/diff-texts.ts'
import { gnuDiff, hasGnuDiff } from './gnu-diff.ts'
import { editedLines, linesOf } from './edited-lines.ts'

describe('the line diff', () => {
  it('finds no difference between equal texts', () => {
    expect(diffLines('a\nb\n', 'a\nb\n')).to.deep.equal([])
    expect(diffLines('', '')).to.deep.equal([])
  })

  it('locates removed, added and changed lines', () => {
    const hunks = diffLines('a\nb\nc\nd\ne\n', 'b\nC\nd\ne\nf\n')

    expect(hunks).to.deep.equal([
      { aStart: 0, aLength: 1, bStart: 0, bLength: 0 },
      { aStart: 2, aLength: 1, bStart: 1, bLength: 1 },
      { aStart: 5, aLength: 0, bStart: 4, bLength: 1 },
    ])
  })

  it('detects a missing line end, a carriage return, a NUL and invalid UTF-8', () => {
    const changes: [Uint8Array, Uint8Array][] = [
      [bytes('a\nb\n'), bytes('a\nb')],
      [bytes('a\nb\n'), bytes('a\nb\r\n')],
      [bytes('a\nb\n'), bytes('a\nb\0\n')],
      [bytes('a\n\xe9\n'), bytes('a\n\xe8\n')],
    ]

    for (const [before, after] of changes) {
      expect(diffLines(before, after)).to.deep.equal([{ aStart: 1, aLength: 1, bStart: 1, bLength: 1 }])
    }
  })

  it('places an added block after the equal lines before it', () => {
    const block = (name: string) => `interface ${name}\n no shutdown\n!\n`

    const hunks = diffLines(block('1') + block('3') + 'end\n', block('1') + block('2') + block('3') + 'end\n')

    expect(hunks).to.deep.equal([{ aStart: 3, aLength: 0, bStart: 3, bLength: 3 }])
  })

  it('yields the second text when its hunks are applied to the first', () => {
    for (let seed = 0; seed < 2_000; seed++) {
      const { before, after } = editedLines(seed)

      const applied = apply(diffLines(before, after), before, after)

      expect(applied, `seed ${seed}`).to.equal(after)
    }
  })

  it('changes as few lines as possible', () => {
    for (let seed = 0; seed < 1_000; seed++) {
      const { before, after } = editedLines(seed)

      const edits = countEdits(diffLines(before, after))

      expect(edits, `seed ${seed}`).to.equal(fewestEdits(linesOf(before), linesOf(after)))
    }
  })

  for (const { name, before, after } of makeTextPairs(150_000)) {
    it(`changes at most 5 % more lines than GNU diff: ${name}`, function () {
      if (!hasGnuDiff) this.skip()
      const theirs = gnuDiff(before, after, [])!.match(/^[<>]/gm)!.length

      const hunks = diffLines(before, after)

      expect(apply(hunks, before, after)).to.equal(after)
      expect(countEdits(hunks)).to.be.at.most(1.05 * theirs)
    })
  }
})

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function apply(hunks: Hunk[], before: string, after: string): string {
  const beforeLines = linesOf(before)
  const afterLines = linesOf(after)
  const applied: string[] = []
  let line = 0
  for (const { aStart, aLength, bStart, bLength } of hunks) {
    for (; line < aStart; line++) applied.push(beforeLines[line]!)
    expect(applied.length).to.equal(bStart)
    for (let added = bStart; added < bStart + bLength; added++) applied.push(afterLines[added]!)
    line = aStart + aLength
  }
  return [...applied, ...beforeLines.slice(line)].join('')
}

function countEdits(hunks: Hunk[]): number {
  return hunks.reduce((edits, { aLength, bLength }) => edits + aLength + bLength, 0)
}

/** By the table of the longest common subsequence. */
function fewestEdits(a: string[], b: string[]): number {
  let above = new Array<number>(b.length + 1).fill(0)
  for (const line of a) {
    const row = [0]
    b.forEach((other, at) => row.push(line === other ? above[at]! + 1 : Math.max(above[at + 1]!, row[at]!)))
    above = row
  }
  return a.length + b.length - 2 * above[b.length]!
}
