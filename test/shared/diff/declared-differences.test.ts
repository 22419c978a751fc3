import { expect } from 'chai'
import { DeclaredTooSlow, checkDeclared, createDeclaredFilter } from '../../../shared/diff/declared-differences.ts'
import { diffLines } from '../../../shared/diff/line-diff.ts'

describe('declared differences', () => {
  it('ignore a line that a pattern without groups matches, and keep the numbers of the others', () => {
    const filter = createDeclaredFilter([{ pattern: '^hostname ' }, { pattern: 'NTP|ntp' }])

    const { text, lines } = filter(bytesOf('hostname edge-1\nvlan 10\nntp server 192.0.2.1\nvlan 20\n'))

    expect(stringOf(text)).to.equal('vlan 10\nvlan 20\n')
    expect([...lines]).to.deep.equal([1, 3])
  })

  it('ignore only what the groups of a pattern match', () => {
    expect(
      isEqual([String.raw`ip address (\S+) (\S+)`], ' ip address 10.0.0.1 255.0.0.0', ' ip address 10.0.0.2 /8'),
    ).to.equal(true)
    expect(
      isEqual([String.raw`ip address (\S+)`], 'ip address 10.0.0.1 mask a', 'ip address 10.0.0.2 mask b'),
    ).to.equal(false)
    expect(isEqual([String.raw`priority (\d+)`], 'standby 1 priority 110', 'standby 2 priority 90')).to.equal(false)
  })

  it('ignore each match in a line, and overlapping ones of several patterns', () => {
    const addresses = [String.raw`(\d+\.\d+\.\d+\.\d+)`, String.raw`host (\S+)`]

    expect(isEqual(addresses, 'permit host 10.0.0.1 host 10.0.0.2', 'permit host 10.9.0.10 host b')).to.equal(true)
    expect(isEqual(addresses, 'permit host 10.0.0.1', 'permit host 10.0.0.1 log')).to.equal(false)
  })

  it('treat a group that matches nothing like any other text of it', () => {
    expect(isEqual(['^description(.*)'], 'description', 'description uplink')).to.equal(true)
    expect(isEqual(['^shutdown(?: (now))?'], 'shutdown', 'shutdown')).to.equal(true)
    expect(isEqual(['^shutdown(?: (now))?'], 'shutdown', 'shutdown now')).to.equal(false)
    expect(isEqual(['(x*)'], 'axb', 'axxb')).to.equal(true)
  })

  it('apply a pattern without groups before those with groups', () => {
    expect(isEqual([String.raw`serial (\d+)`, '^serial'], 'serial 1 a\nend', 'end')).to.equal(true)
  })

  it('leave line ends, bytes that are not UTF-8 and a missing last line end unchanged', () => {
    const text = Buffer.from('name \xe9 a\r\nplain \xe9', 'latin1')

    const { text: compared } = createDeclaredFilter([{ pattern: '^plain' }])(text)

    expect(Buffer.from(compared).toString('latin1')).to.equal('name \xe9 a\r\n')
    expect(isEqual(['^name (.*)$'], 'name a\r\n', 'name b\r\n')).to.equal(true)
    expect(isEqual(['^name (.*)$'], 'name a\r\n', 'name a\n')).to.equal(false)
    expect(stringOf(createDeclaredFilter([])(bytesOf('one\ntwo')).text)).to.equal('one\ntwo')
  })

  it('report patterns that cannot be matched in linear time, and malformed ones', () => {
    const refused = checkDeclared([
      { pattern: '^hostname' },
      { pattern: '(a)\\1' },
      { pattern: '(open' },
      { pattern: '' },
      { pattern: 'a\nb' },
      { pattern: '(a{900}){900}' },
    ])

    expect(refused.map(({ at, reason }) => [at, reason.code])).to.deep.equal([
      [1, 'pattern_backreference'],
      [2, 'pattern_group_open'],
      [3, 'is_empty'],
      [4, 'pattern_has_line_end'],
      [5, 'pattern_too_large'],
    ])
  })

  it('end with an error where groups match often in very long lines', () => {
    const filter = createDeclaredFilter([{ pattern: String.raw`(\d+\.\d+)` }])

    expect(filter(bytesOf('address 10.0\n'.repeat(50_000))).lines.length).to.equal(50_000)
    expect(() => filter(bytesOf('address 10.0 '.repeat(50_000)))).to.throw(DeclaredTooSlow)
  })
})

function isEqual(patterns: string[], a: string, b: string): boolean {
  const filter = createDeclaredFilter(patterns.map((pattern) => ({ pattern })))
  return diffLines(filter(bytesOf(a)).text, filter(bytesOf(b)).text).length === 0
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const stringOf = (text: Uint8Array) => new TextDecoder().decode(text)
