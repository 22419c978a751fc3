import { expect } from 'chai'
import { findLines } from '../../../shared/search/find-lines.ts'
import { UnsupportedPattern } from '../../../shared/search/parse-pattern.ts'
import { readLineQuery } from '../../../shared/search/line-query.ts'
import { seeded } from '../../support/random.ts'

/** Lines of a text that match, by their numbers. */
function linesOf(text: string, pattern: string, { regex = true, ignoreCase = false } = {}): number[] {
  const bytes = Buffer.from(text)
  const query = readLineQuery({ pattern, regex, ignoreCase })
  const part = { bytes, from: 0, to: bytes.length, firstLine: 1 }
  return findLines(query, part, { context: 0, lines: 1_000 }).lines.map(({ line }) => line)
}

describe('a line search pattern', () => {
  it('finds what an ECMAScript regular expression finds, for random patterns and lines', function () {
    const random = seeded(7)
    const patterns = Array.from({ length: 3_000 }, () => aPattern(random, 3)).filter(isPattern)
    const wrong = patterns.flatMap((pattern) => {
      const ignoreCase = random() < 0.3
      const expected = new RegExp(pattern, ignoreCase ? 'i' : '')
      const lines = Array.from({ length: 30 }, () => aLine(random))
      const found = new Set(linesOf(`${lines.join('\n')}\n`, pattern, { ignoreCase }))
      return lines.flatMap((line, at) =>
        expected.test(line) === found.has(at + 1)
          ? []
          : [`/${pattern}/${ignoreCase ? 'i' : ''} on ${JSON.stringify(line)}`],
      )
    })

    expect(patterns.length).to.be.greaterThan(1_000)
    expect(wrong.slice(0, 10)).to.deep.equal([])
  })

  for (const pattern of [
    String.raw`^interface \S+\/0\/[1-4]$`,
    String.raw`snmp-server (community|host) \w+ (RO|RW)\b`,
    String.raw`ip address (\d{1,3}\.){3}\d{1,3} 255\.255\.(?:255|254)\.0`,
    String.raw`password [^ ]{8,}`,
    String.raw`[\]\-x]{2}|\x41\u00e9|[à-ü]`,
    'a{,3}b|{x}|a{2',
  ]) {
    it(`reads ${pattern} like ECMAScript`, () => {
      const lines = [
        'interface Gi1/0/3',
        'interface Gi1/0/30',
        ' snmp-server community public RO',
        'snmp-server host x ROW',
        ' ip address 192.0.2.1 255.255.254.0',
        'ip address 192.0.2 255.255.254.0',
        'enable password 0123456',
        'enable password 01234567',
        ']-',
        'Aé à',
        'aa{2 a{,3}b {x}',
        '',
      ]
      const expected = lines.flatMap((line, at) => (new RegExp(pattern).test(line) ? [at + 1] : []))

      expect(expected.length).to.be.greaterThan(0)
      expect(linesOf(lines.join('\n'), pattern)).to.deep.equal(expected)
    })
  }

  it('finds literal text, even if it looks like a pattern', () => {
    const text = 'ip route 0.0.0.0/0\nip route 0a0b0c0/0\nIP ROUTE 0.0.0.0/0\n'

    expect(linesOf(text, 'route 0.0.0.0/0', { regex: false })).to.deep.equal([1])
    expect(linesOf(text, 'route 0.0.0.0/0', { regex: false, ignoreCase: true })).to.deep.equal([1, 3])
  })

  it('ignores the case of ASCII letters only', () => {
    expect(
      linesOf('Standort: Zürich\nSTANDORT: ZÜRICH\n', 'ort: zürich', { regex: false, ignoreCase: true }),
    ).to.deep.equal([1])
  })

  it('excludes the line end from a line', () => {
    expect(linesOf('end\r\nend \r\n', 'end$')).to.deep.equal([1])
    expect(linesOf('a\n\nb\n', '^$')).to.deep.equal([2])
  })

  it('numbers lines and returns their context', () => {
    const bytes = Buffer.from('one\r\ntwo\nthree\nfour\nfive')
    const query = readLineQuery({ pattern: 'three', regex: false, ignoreCase: false })
    const part = { bytes, from: 0, to: bytes.length, firstLine: 11 }

    expect(findLines(query, part, { context: 2, lines: 10 })).to.deep.equal({
      total: 1,
      lines: [{ line: 13, text: 'three', before: ['one', 'two'], after: ['four', 'five'] }],
    })
  })

  it('truncates a long line near its match, and counts lines that it does not show', () => {
    const bytes = Buffer.from(`${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}\n`.repeat(3))
    const query = readLineQuery({ pattern: 'needle', regex: false, ignoreCase: false })
    const { total, lines } = findLines(
      query,
      { bytes, from: 0, to: bytes.length, firstLine: 1 },
      { context: 0, lines: 1 },
    )

    expect(total).to.equal(3)
    expect(lines).to.have.length(1)
    expect(lines[0]?.text)
      .to.match(/^…x+needley+…$/)
      .and.have.length(502)
  })

  it('takes time linear in the text where other engines take exponential time', function () {
    const evil = `${'a'.repeat(200_000)}\n`
    for (const pattern of ['(a*)*b', '(a|aa)+$b', '(a+)+c', '(.*a){20}b', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
      const before = process.cpuUsage()
      expect(linesOf(evil, pattern)).to.deep.equal([])
      expect(process.cpuUsage(before).user, `µs of this process for ${pattern}`).to.be.below(30_000_000)
    }
  })

  const errorPatterns: [string, string, object?][] = [
    [String.raw`(a)\1`, 'pattern_backreference'],
    ['(?=a)b', 'pattern_lookaround'],
    ['(?<!a)b', 'pattern_lookaround'],
    ['(?i)abc', 'pattern_group_unknown', { position: 1 }],
    ['(abc', 'pattern_group_open', { position: 1 }],
    ['abc)', 'pattern_bracket_unmatched', { position: 4 }],
    ['[abc', 'pattern_class_open', { position: 1 }],
    ['*a', 'pattern_nothing_to_repeat'],
    ['a**', 'pattern_nothing_to_repeat'],
    ['[z-a]', 'pattern_range_reversed', { position: 1 }],
    ['a{3,1}', 'pattern_count_reversed', { min: 3, max: 1 }],
    ['a{2000}', 'pattern_count_too_high', { max: 1000 }],
    ['((a{100}){100}){100}', 'pattern_too_large'],
    [`${'('.repeat(60)}a${')'.repeat(60)}`, 'pattern_groups_too_deep', { max: 50 }],
    [String.raw`a\q`, 'pattern_escape_unknown', { escape: '\\q', position: 2 }],
    ['a\nb', 'pattern_has_line_end'],
    ['abc\\', 'pattern_ends_in_backslash'],
  ]
  for (const [pattern, code, params] of errorPatterns) {
    it(`rejects ${JSON.stringify(pattern.slice(0, 30))} with a reason`, () => {
      const rejected = expect(() => readLineQuery({ pattern, regex: true, ignoreCase: false })).to.throw(
        UnsupportedPattern,
      )

      rejected.with.nested.property('reason.code', code)
      if (params) rejected.with.deep.nested.property('reason.params', params)
    })
  }
})

const atoms = [
  'a',
  'b',
  'c',
  'A',
  '.',
  '\\d',
  '\\w',
  '\\W',
  '\\s',
  '[ab]',
  '[^a]',
  '[a-c1]',
  'é',
  '-',
  'abc',
  '\\b',
  '\\B',
  '^',
  '$',
]

function aPattern(random: () => number, depth: number): string {
  const pick = <T>(of: T[]) => of[Math.floor(random() * of.length)]!
  const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const isGroup = depth > 0 && random() < 0.3
    const atom = isGroup ? `(${pick(['', '?:'])}${aPattern(random, depth - 1)})` : pick(atoms)
    return atom + pick(['', '', '', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '+?'])
  })
  const sequence = parts.join('')
  return random() < 0.25 ? `${sequence}|${aPattern(random, depth - 1)}` : sequence
}

/** Random ones may repeat an assertion. */
function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern)
    return true
  } catch {
    return false
  }
}

function aLine(random: () => number): string {
  const letters = 'aaabbbccA1 -_éx'
  return Array.from({ length: Math.floor(random() * 12) }, () => letters[Math.floor(random() * letters.length)]).join(
    '',
  )
}
