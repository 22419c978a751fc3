import { expect } from 'chai'
import { type TracedText, startTrace, traceBack } from '../../../shared/diff/trace-lines.ts'
import { seeded } from '../../support/random.ts'

const encode = (lines: string[]) => new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))

/** Returns for each line of the newest text the index of the text with which it began; texts are newest first. */
function originsOf([newest = [], ...older]: string[][], range = { first: 0, end: Infinity }): number[] {
  const origins: number[] = newest.map(() => older.length)
  let now: TracedText = startTrace(encode(newest), range)
  for (const [at, lines] of older.entries()) {
    const step = traceBack(now, encode(lines))
    for (const line of step.begun) origins[line] = at
    now = step.older
  }
  return origins
}

describe('tracing lines back', () => {
  it('finds the text with which each line began', () => {
    const history = [
      ['hostname a', 'vlan 1', 'vlan 3', 'end'],
      ['hostname a', 'vlan 1', 'vlan 2', 'end'],
      ['hostname b', 'vlan 1', 'vlan 2', 'end'],
      ['vlan 1', 'end'],
    ]

    expect(originsOf(history)).to.deep.equal([1, 3, 0, 3])
  })

  it('follows a line whose number changes', () => {
    const history = [
      ['new', 'new too', 'old', 'end'],
      ['gone', 'new', 'old', 'end'],
      ['gone', 'old', 'end'],
    ]

    expect(originsOf(history)).to.deep.equal([1, 0, 2, 2])
  })

  it('treats a line that moved as begun at its new place', () => {
    const history = [
      ['a', 'b', 'c', 'd', 'moved'],
      ['moved', 'a', 'b', 'c', 'd'],
    ]

    expect(originsOf(history)).to.deep.equal([1, 1, 1, 1, 0])
  })

  it('treats a line that was removed and returned as begun when it returned', () => {
    expect(originsOf([['a', 'x'], ['a'], ['a', 'x']])).to.deep.equal([2, 0])
  })

  it('keeps equal lines apart', () => {
    const block = (name: string) => [`interface ${name}`, ' no shutdown', '!']
    const history = [
      [...block('1'), ...block('2'), ...block('3')],
      [...block('1'), ...block('3')],
    ]

    expect(originsOf(history)).to.deep.equal([1, 1, 1, 0, 0, 0, 1, 1, 1])
  })

  it('traces only the lines of a range', () => {
    const traced = startTrace(encode(['a', 'b', 'c']), { first: 1, end: 2 })

    expect([...traced.traced]).to.deep.equal([-1, 1, -1])
    expect([...traceBack(traced, encode(['x'])).begun]).to.deep.equal([1])
  })

  it('accepts empty texts', () => {
    expect(originsOf([[], ['a']])).to.deep.equal([])
    expect(originsOf([['a'], []])).to.deep.equal([0])
  })

  it('finds exactly the begun lines if every line is unique, for random edits', () => {
    const random = seeded(7)
    const pick = (count: number) => Math.floor(random() * count)
    let serial = 0
    let lines = Array.from({ length: 60 }, () => ({ text: `line ${serial++}`, at: 0 }))
    const texts = [lines]
    for (let at = 1; at <= 40; at++) {
      lines = lines.filter(() => pick(20) > 0)
      for (let n = pick(4); n > 0; n--) lines.splice(pick(lines.length + 1), 0, { text: `line ${serial++}`, at })
      texts.push(lines)
    }

    const history = texts.toReversed().map((one) => one.map(({ text }) => text))

    expect(originsOf(history)).to.deep.equal(lines.map(({ at }) => 40 - at))
  })
})
