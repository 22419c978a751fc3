import { expect } from 'chai'
import { createMarker, whyRefused } from '../../../../../desktop/console/features/search/find-marks.ts'
import { piecesOf } from '../../../../../desktop/console/features/search/line-pieces.ts'
import { seeded } from '../../../../support/random.ts'

describe('the highlighted matches of a search', () => {
  const marked = (line: string, pattern: string, { regex = true, ignoreCase = false } = {}) =>
    createMarker({ pattern, regex, ignoreCase })(line).map(([from, to]) => line.slice(from, to))

  it('are all occurrences of a text, in either case if requested', () => {
    expect(marked('permit ip any any', 'any', { regex: false })).to.deep.equal(['any', 'any'])
    expect(marked('a.b aXb', 'a.b', { regex: false })).to.deep.equal(['a.b'])
    expect(marked('Community PUBLIC', 'public', { regex: false, ignoreCase: true })).to.deep.equal(['PUBLIC'])
    expect(marked('Community PUBLIC', 'public', { regex: false })).to.deep.equal([])
  })

  it('are the longest matches of a pattern', () => {
    expect(marked('ntp server 192.0.2.10 prefer', '192\\.0\\.2\\.\\d+')).to.deep.equal(['192.0.2.10'])
    expect(marked('vlan 10,200', '\\d+')).to.deep.equal(['10', '200'])
    expect(marked('end', '^end$')).to.deep.equal(['end'])
    expect(marked('the end', '^end$')).to.deep.equal([])
    expect(marked('publicly public', '\\bpublic\\b')).to.deep.equal(['public'])
  })

  it('begin where the browser’s own regular expressions match', () => {
    const random = seeded(7)
    const letters = 'ab1 '
    const pieces = ['a', 'b', '\\d', '.', 'a*', 'b+', '(a|b)', '[^a]', '\\b', 'a?', '^', '$']
    const pick = <T>(list: ArrayLike<T>): T => list[Math.floor(random() * list.length)]!
    for (let round = 0; round < 100; round++) {
      const pattern = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(pieces)).join('')
      const line = Array.from({ length: Math.floor(random() * 12) }, () => pick(letters)).join('')
      const first = [...line.matchAll(new RegExp(pattern, 'g'))].find(([said]) => said !== '')
      const ours = createMarker({ pattern, regex: true, ignoreCase: false })(line)[0]

      expect(ours === undefined, `${pattern} in "${line}"`).to.equal(first === undefined)
    }
  })

  it('are abandoned rather than blocking the page', () => {
    const before = process.cpuUsage()

    expect(marked('a'.repeat(500), '(a?){200}b')).to.deep.equal([])
    expect(process.cpuUsage(before).user, 'µs of this process').to.be.below(10_000_000)
  })

  it('are empty for a pattern that the service rejects, with its reason', () => {
    expect(whyRefused({ pattern: '(a', regex: true, ignoreCase: false })).to.deep.equal({
      code: 'pattern_group_open',
      params: { position: 1 },
    })
    expect(whyRefused({ pattern: '(a', regex: false, ignoreCase: false })).to.equal(undefined)
    expect(marked('(a', '(a')).to.deep.equal([])
  })

  it('truncate a long line so that the first match is visible', () => {
    const line = `${'x'.repeat(200)}here${'y'.repeat(5)}`
    const [lead, before, mark, behind] = piecesOf(line, [[200, 204]])

    expect([lead?.text, before?.text.length, mark, behind?.text]).to.deep.equal([
      '…',
      60,
      { text: 'here', isMark: true },
      'yyyyy',
    ])
  })
})
