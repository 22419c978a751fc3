import { expect } from 'chai'
import { compareLines, usualEffort, type Comparison } from '../../../shared/diff/compare-lines.ts'
import type { SearchStage } from '../../../shared/diff/edit-script.ts'
import type { Lines } from '../../../shared/diff/split-lines.ts'
import { makeTextPairs } from '../../bench/diff-texts.ts'
import { seeded } from '../../support/random.ts'
import { editedLines } from './edited-lines.ts'

describe('the line comparison', () => {
  it('stays correct with any limit of effort', () => {
    for (let seed = 0; seed < 1_000; seed++) {
      const { before, after } = editedLines(seed)
      const stages: SearchStage[] = [
        { cap: 3, untilSteps: 40 },
        { cap: 1, untilSteps: 40 + (seed % 400) },
      ]

      const comparison = compareLines(before, after, () => stages)

      const [left, right] = unmarked(comparison)
      expect(left, `seed ${seed}`).to.equal(right)
    }
  })

  it('ends within its step limit for the hardest texts', () => {
    const size = 200_000
    const stages: SearchStage[] = [
      { cap: 256, untilSteps: 1e6 },
      { cap: 64, untilSteps: 2e6 },
      { cap: 16, untilSteps: 3e6 },
    ]
    const pairs = [...makeTextPairs(size), ...hardPairs(size)]

    for (const { name, before, after } of pairs) {
      const comparison = compareLines(before, after, () => stages)

      const [left, right] = unmarked(comparison)
      expect(left === right, name).to.be.true
      expect(comparison.steps, name).to.be.at.most(3e6 + Math.min(comparison.a.count, comparison.b.count) + 4)
    }
  })

  it('takes the same steps and marks the same lines each time', () => {
    const { before, after } = makeTextPairs(100_000).at(-1)!

    const first = compareLines(before, after)
    const second = compareLines(before, after)

    expect(second.steps).to.equal(first.steps)
    expect(second.removed).to.deep.equal(first.removed)
    expect(second.added).to.deep.equal(first.added)
  })

  it('never exceeds eight hundred million steps, whatever the size', () => {
    for (const lines of [0, 1_000, 10_485_760, 1e9]) expect(usualEffort(lines).at(-1)!.untilSteps).to.equal(8e8)
  })

  it('needs no search when one line of 5 MiB is replaced', () => {
    const [cfg] = makeTextPairs(5 * 1024 * 1024)
    const changed = cfg!.before.replace('interface GigabitEthernet12000\n', 'interface Loopback1\n')

    const comparison = compareLines(cfg!.before, changed)

    expect(comparison.steps).to.equal(0)
    expect(comparison.removed.filter(Boolean)).to.have.length(1)
    expect(comparison.added.filter(Boolean)).to.have.length(1)
  })
})

function unmarked({ a, b, start, removed, added }: Comparison): [string, string] {
  return [keep(a, start, removed), keep(b, start, added)]
}

function keep({ bytes, count, starts }: Lines, start: number, marks: Uint8Array): string {
  const kept: string[] = []
  for (let line = 0; line < count; line++) {
    if (line >= start && marks[line - start]) continue
    kept.push(new TextDecoder().decode(bytes.subarray(starts[line]!, starts[line + 1]!)))
  }
  return kept.join('|')
}

/** Lines of one letter or none, periods, and the same lines backwards. */
function hardPairs(size: number): { name: string; before: string; after: string }[] {
  const random = seeded(1)
  const pick = (count: number) => Math.floor(random() * count)
  const text = (line: (at: number) => string) => Array.from({ length: size / 2 }, (_, at) => `${line(at)}\n`).join('')
  const letters = () => text(() => String.fromCharCode(97 + pick(26)))
  const forth = letters()
  return [
    { name: 'two letters', before: text(() => 'ab'[pick(2)]!), after: text(() => 'ab'[pick(2)]!) },
    { name: 'many letters', before: forth, after: letters() },
    { name: 'empty lines', before: text(() => 'a'.repeat(pick(2))), after: text(() => 'a'.repeat(pick(2))) },
    { name: 'rarely a letter', before: text(() => (pick(99) ? '' : 'a')), after: text(() => (pick(99) ? '' : 'a')) },
    { name: 'a period', before: text((at) => 'ab'[at % 2]!), after: text((at) => (pick(300) ? 'ab'[at % 2]! : 'c')) },
    { name: 'backwards', before: forth, after: [...forth].reverse().join('').slice(1) + '\n' },
    { name: 'against nothing', before: forth, after: '' },
  ]
}
