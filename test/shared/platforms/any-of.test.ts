import { expect } from 'chai'
import { LinearPattern } from '../../../shared/search/linear-pattern.ts'
import { anyOf } from '../../../shared/platforms/any-of.ts'

describe('a combined pattern', () => {
  const lines = ['start', 'a start', 'END', 'an end', 'aa', 'ab', '(word)', 'ward', '', 'x1', 'X1', 'x2']

  it('matches exactly the lines that one of its patterns matches', () => {
    const lists = [
      [],
      [/^start/],
      [/^start/, /end/i],
      [/(a)\1/, /^(x)\d/],
      [/^(?<value>x)1/, /(?<value>end)$/],
      [/\(?<value>|w(?:a|o)rd/],
      [/^x|b$/, /^(?!start)s/],
      [/x/g, /^a/g, /E/],
      [/^\s*$/],
      [new LinearPattern('^a'), /^x/, new LinearPattern('end$', 'gi')],
      ['^(?<value>x)1', '(?<value>end)$', String.raw`\bword\b`, '^$'].map((source) => new LinearPattern(source)),
      ['^X', 'START$'].map((source) => new LinearPattern(source, 'i')),
    ]

    for (const patterns of lists) {
      const matches = anyOf(patterns)
      const expected = lines.filter((line) =>
        patterns.some(({ source, flags }) => new RegExp(source, flags).test(line)),
      )
      expect(lines.filter((line) => matches(line))).to.deep.equal(expected)
      expect(
        lines.filter((line) => matches(line)),
        'again',
      ).to.deep.equal(expected)
    }
  })

  it('matches user-defined patterns that are too large for one automaton', () => {
    const long = [100, 200, 300, 400].map((count) => new LinearPattern(`^a{${count}}$`))
    const matches = anyOf(long)

    const matched = [100, 150, 200, 300, 350, 400].filter((count) => matches('a'.repeat(count)))

    expect(matched).to.deep.equal([100, 200, 300, 400])
  })

  it('matches user-defined patterns in bounded time', () => {
    const matches = anyOf([/^x/, new LinearPattern('^(a+)+$')])

    expect(matches(`${'a'.repeat(5_000)}b`)).to.equal(false)
  })
})
