import { expect } from 'chai'
import { diffDeclared } from '../../../shared/diff/diff-declared.ts'

const first = ['hostname edge-1', 'ntp a', 'vlan 10', 'vlan 20', ' ip address 10.0.0.1 /24', 'end', ''].join('\n')
const second = ['hostname edge-2', 'vlan 10', 'ntp b', 'ntp c', 'vlan 30', ' ip address 10.0.0.2 /25', 'end', ''].join('\n') // prettier-ignore

describe('a difference without declared ones', () => {
  it('shows the original lines with their numbers in the whole texts', () => {
    const { text, hunks } = diff(['^hostname', '^ntp', String.raw`ip address (\S+)`])

    expect(text).to.equal(
      [
        ...['--- first', '+++ second', '@@ -3,4 +2,4 @@', ' vlan 10', '-vlan 20', '- ip address 10.0.0.1 /24'],
        ...['+vlan 30', '+ ip address 10.0.0.2 /25', ' end', ''],
      ].join('\n'),
    )
    expect(hunks.map(({ aStart, aLength, bStart, bLength }) => [aStart, aLength, bStart, bLength])).to.deep.equal([
      [3, 2, 4, 2],
    ])
  })

  it('names the ignored lines of each side, and counts the others', () => {
    const { ignored, added, removed } = diff(['^hostname', '^ntp', 'vlan', String.raw`ip address (\S+) (\S+)`])

    expect([added, removed]).to.deep.equal([0, 0])
    expect(ignored.a).to.deep.equal([{ line: 0, count: 4 }])
    expect(ignored.b).to.deep.equal([{ line: 0, count: 5 }])
  })

  it('is the whole difference without declared ones, and ignores whitespace if asked', () => {
    const settings = { context: 0, maxLines: 100, headers: [] }

    expect(diff([]).added).to.equal(5)
    expect(diffDeclared(bytesOf('a  b\n'), bytesOf('a b\n'), [], settings).added).to.equal(1)
    expect(
      diffDeclared(bytesOf('a  b\n'), bytesOf('a b\n'), [], { ...settings, ignoresWhitespace: true }).added,
    ).to.equal(0)
  })
})

function diff(patterns: string[]) {
  const settings = { context: 1, maxLines: 1_000, headers: ['--- first', '+++ second'] }
  const declared = patterns.map((pattern) => ({ pattern }))
  return diffDeclared(bytesOf(first), bytesOf(second), declared, settings)
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
