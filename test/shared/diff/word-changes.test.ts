import { expect } from 'chai'
import { findWordChanges } from '../../../shared/diff/word-changes.ts'

describe('what differs inside changed lines', () => {
  const shown = (removed: string[], added: string[]) =>
    findWordChanges(removed, added).map(({ fromA, toA, fromB, toB }) => [
      removed.join('\n').slice(fromA, toA),
      added.join('\n').slice(fromB, toB),
    ])

  it('is whole words, never half of one', () => {
    expect(shown([' ip address 10.0.0.1 255.255.255.0'], [' ip address 10.0.0.12 255.255.255.0'])).to.deep.equal([
      ['1', '12'],
    ])
    expect(shown(['hostname core-old'], ['hostname core-new'])).to.deep.equal([['old', 'new']])
  })

  it('stands on the line it belongs to', () => {
    expect(shown(['vlan 10', ' name users'], ['vlan 10', ' name guests'])).to.deep.equal([['users', 'guests']])
  })

  it('joins what only a sign parts', () => {
    expect(shown(['server 1.2 port 80'], ['server 3.4 port 80'])).to.deep.equal([['1.2', '3.4']])
  })

  it('is nothing where two lines have little in common, or lines came or went only', () => {
    expect(shown(['router bgp 65000'], ['snmp-server community x'])).to.deep.equal([])
    expect(shown([], ['end'])).to.deep.equal([])
    expect(shown(['x '.repeat(5_000)], ['y '.repeat(5_000)])).to.deep.equal([])
  })
})
