import { expect } from 'chai'
import { findWordChanges } from '../../../shared/diff/word-changes.ts'

describe('the changed words of a line', () => {
  const shown = (removed: string[], added: string[]) =>
    findWordChanges(removed, added).map(({ fromA, toA, fromB, toB }) => [
      removed.join('\n').slice(fromA, toA),
      added.join('\n').slice(fromB, toB),
    ])

  it('are whole words', () => {
    expect(shown([' ip address 10.0.0.1 255.255.255.0'], [' ip address 10.0.0.12 255.255.255.0'])).to.deep.equal([
      ['1', '12'],
    ])
    expect(shown(['hostname core-old'], ['hostname core-new'])).to.deep.equal([['old', 'new']])
  })

  it('are marked on their own line', () => {
    expect(shown(['vlan 10', ' name users'], ['vlan 10', ' name guests'])).to.deep.equal([['users', 'guests']])
  })

  it('are joined across a single separator', () => {
    expect(shown(['server 1.2 port 80'], ['server 3.4 port 80'])).to.deep.equal([['1.2', '3.4']])
  })

  it('are not marked in lines with little in common, or only added or removed', () => {
    expect(shown(['router bgp 65000'], ['snmp-server community x'])).to.deep.equal([])
    expect(shown([], ['end'])).to.deep.equal([])
    expect(shown(['x '.repeat(5_000)], ['y '.repeat(5_000)])).to.deep.equal([])
  })
})
