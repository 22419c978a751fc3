import { expect } from 'chai'
import { LinearPattern, patternLike } from '../../../shared/search/linear-pattern.ts'
import { seeded } from '../../support/random.ts'

type Random = ReturnType<typeof seeded>

describe('a linear-time pattern', () => {
  it('captures the same groups as a RegExp, for random patterns and lines', () => {
    const random = seeded(11)
    const wrong: string[] = []
    let compared = 0
    for (let n = 0; n < 2_000; n++) {
      const source = aPattern(random, 3)
      const flags = random() < 0.3 ? 'di' : 'd'
      const expected = new RegExp(source, flags)
      const linear = new LinearPattern(source, flags)
      for (let lines = 0; lines < 10; lines++) {
        const line = Array.from({ length: Math.floor(random() * 9) }, () => 'ab A-1'[Math.floor(random() * 6)]).join('')
        const [was, is] = [expected.exec(line), linear.exec(line)]
        compared++
        if (JSON.stringify([was, was?.index, was?.indices]) === JSON.stringify([is, is?.index, is?.indices])) continue
        wrong.push(`/${source}/${flags} on ${JSON.stringify(line)}: ${JSON.stringify(was)}, ${JSON.stringify(is)}`)
      }
    }

    expect(compared).to.equal(20_000)
    expect(wrong.slice(0, 5)).to.deep.equal([])
  })

  it('returns named groups, and undefined for a group without a match', () => {
    const found = new LinearPattern(String.raw`^(?<host>[\w.-]+)(?<mode>\(\w+\))?(?<end>[>#])$`).exec('edge-1#')

    expect({ ...found?.groups }).to.deep.equal({ host: 'edge-1', mode: undefined, end: '#' })
  })

  it('replaces, splits and lists matches as a RegExp does', () => {
    const text = 'uptime 12 days, 3 hours'
    const pairs = [new LinearPattern(String.raw`\d+`, 'g'), /\d+/g].map((pattern) => [
      text.replace(pattern, '<$&>'),
      [...text.matchAll(pattern)].map(({ index }) => index),
      text.match(pattern),
      text.search(pattern),
      text.split(pattern),
    ])

    expect(pairs[0]).to.deep.equal(pairs[1])
  })

  it('continues where it ended with the flags g and y', () => {
    const sticky = new LinearPattern('a|b', 'y')
    const found = ['ab-a'].flatMap((text) => [sticky.exec(text)?.[0], sticky.exec(text)?.[0], sticky.exec(text)?.[0]])

    expect(found).to.deep.equal(['a', 'b', undefined])
    expect(sticky.lastIndex).to.equal(0)
  })

  it('matches bytes above 127 as characters of latin1', () => {
    expect(new LinearPattern(String.raw`^[\xe0-\xff]+$`).test('\xe9\xe8')).to.equal(true)
    expect(new LinearPattern('^.$').test('\u4e2d')).to.equal(true)
    expect(new LinearPattern(String.raw`^\w$`).test('\u4e2d')).to.equal(false)
  })

  it('takes steps proportional to the text for patterns that are exponential in RegExp', () => {
    const text = `${'a'.repeat(100_000)}!`

    for (const source of ['^(a+)+$', '(a|aa)+$', '(a*)*b', '^(?:a?){50}a{50}$']) {
      expect(new LinearPattern(source).exec(text), source).to.equal(null)
    }
  })

  it('rejects what cannot be matched in bounded time', () => {
    for (const source of [String.raw`(a)\1`, 'a(?=b)', '(?<!a)b', '(?<x>a)(?<x>b)']) {
      expect(() => new LinearPattern(source).check(), source).to.throw()
    }
    expect(() => new LinearPattern('(?:a{900}){900}').check()).to.throw('pattern_too_large')
  })

  it('passes its kind to patterns made of it', () => {
    expect(patternLike(new LinearPattern('a'), 'b', 'i')).to.be.instanceOf(LinearPattern)
    expect(patternLike(/a/, '(?=b)', 'i')).to.not.be.instanceOf(LinearPattern)
  })
})

/** Without repetitions of repetitions and of empty groups, in which ECMAScript resets groups. */
function aPattern(random: Random, depth: number): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const kind = random()
    if (depth > 0 && kind < 0.25) return `(${aPattern(random, depth - 1)})`
    if (depth > 0 && kind < 0.4) return `(?:${aPattern(random, depth - 1)}|${aPattern(random, depth - 1)})`
    const atom = ['a', 'b', '.', '[a1]', String.raw`\w`, String.raw`\s`, '[^b]', '-'][Math.floor(random() * 8)]!
    const count = ['', '', '', '*', '+', '?', '*?', '+?', '??', '{1,2}'][Math.floor(random() * 10)]!
    return random() < 0.1 ? [String.raw`\b`, '^', '$'][Math.floor(random() * 3)]! : atom + count
  })
  return parts.join('')
}
