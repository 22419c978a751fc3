import { expect } from 'chai'
import { compareDeclared } from '../../../../desktop/console/editor/leave-out-lines.ts'
import { rowsOf } from '../../../../desktop/console/editor/rows.ts'
import { diffDeclared } from '../../../../shared/diff/diff-declared.ts'
import { presentPairDiff } from '../../../../service/http/present/device-pair.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const a = 'hostname a\nntp 1\nvlan 10\nvlan 20\nend\n'
const b = 'hostname b\nvlan 10\nntp 2\nntp 3\nvlan 30\nend\n'

function compare(maxLines: number) {
  const declared = [{ pattern: '^hostname' }, { pattern: '^ntp' }]
  const difference = diffDeclared(bytes(a), bytes(b), declared, { context: 0, maxLines, headers: [] })
  return compareDeclared(bytes(a), bytes(b), presentPairDiff({ from: '1', to: '2', difference }, false), '…')
}

describe('a comparison without declared differences', () => {
  it('omits the ignored lines of both sides, and keeps the numbers of the others', () => {
    const comparison = compare(100)
    const { texts, kinds } = rowsOf(comparison)

    expect(texts).to.deep.equal(['vlan 10', 'vlan 20', 'vlan 30', 'end'])
    expect([...kinds]).to.deep.equal([0, 1, 2, 0])
    expect(comparison.numbers).to.deep.equal({ a: [3, 4, 5], b: [2, 5, 6] })
  })

  it('ends after the last change that the service returned', () => {
    const comparison = compare(2)

    expect(comparison.truncated).to.equal(true)
    expect(comparison.a).to.equal('vlan 10\nvlan 20\n…\n')
    expect(comparison.numbers?.a).to.deep.equal([3, 4, 0])
  })
})
