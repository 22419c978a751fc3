import { expect } from 'chai'
import {
  isMissing,
  isTurned,
  linksOf,
  moveSide,
  sidesOf,
  stepPair,
} from '../../../../../desktop/console/features/compare/sides.ts'

describe('the two sides of a comparison', () => {
  const versions = ['d', 'c', 'b', 'a'].map((id) => ({ id, pinned: id === 'b' }))

  it('are the latest change if the address names none', () => {
    expect(sidesOf(versions, {})).to.deep.equal({ from: 'c', to: 'd' })
    expect(sidesOf(versions.slice(3), {})).to.deep.equal({ from: 'a', to: 'a' })
    expect(sidesOf([], {})).to.equal(undefined)
  })

  it('are named by ids or keywords', () => {
    expect(sidesOf(versions, { to: 'b' })).to.deep.equal({ from: 'a', to: 'b' })
    expect(sidesOf(versions, { from: 'pinned', to: 'latest' })).to.deep.equal({ from: 'b', to: 'd' })
    expect(sidesOf(versions, { from: 'first', to: 'c' })).to.deep.equal({ from: 'a', to: 'c' })
    expect(sidesOf(versions, { from: 'previous', to: 'c' })).to.deep.equal({ from: 'b', to: 'c' })
  })

  it('can be moved to the previous, pinned, first or latest version', () => {
    const links = linksOf(versions, { from: 'c', to: 'd' }, 'a')
    expect(links.from.map(({ name, id }) => `${name} ${id}`)).to.deep.equal(['previous c', 'pinned b', 'first a'])
    expect(links.to.map(({ name, id }) => `${name} ${id}`)).to.deep.equal(['latest d', 'pinned b'])
    expect(linksOf([], undefined, undefined)).to.deep.equal({ from: [], to: [] })
  })

  it('are never other versions than those named', () => {
    for (const wanted of [{ to: 'gone' }, { from: 'gone' }, { from: 'gone', to: 'c' }, { from: 'c', to: 'gone' }]) {
      expect(sidesOf(versions, wanted), JSON.stringify(wanted)).to.equal(undefined)
      expect(isMissing(versions, wanted), JSON.stringify(wanted)).to.equal(true)
    }
    expect(isMissing(versions.slice(0, 2), { from: 'pinned', to: 'latest' })).to.equal(true)
    expect(isMissing(versions, { from: 'pinned', to: 'latest' })).to.equal(false)
    expect(isMissing(versions.slice(3), { from: 'previous', to: 'a' })).to.equal(false)
    expect(isMissing(versions, {})).to.equal(false)
  })

  it('step through the history change by change, and stop at its ends', () => {
    const latest = { from: 'c', to: 'd' }
    expect(stepPair(versions, latest, 'older')).to.deep.equal({ from: 'b', to: 'c' })
    expect(stepPair(versions, latest, 'newer')).to.deep.equal(latest)
    expect(stepPair(versions, { from: 'a', to: 'b' }, 'older')).to.deep.equal({ from: 'a', to: 'b' })
    expect(stepPair(versions, { from: 'a', to: 'c' }, 'newer')).to.deep.equal({ from: 'c', to: 'd' })
  })

  it('move independently, and report when they are reversed', () => {
    expect(moveSide(versions, { from: 'c', to: 'd' }, 'from', 'older')).to.deep.equal({ from: 'b', to: 'd' })
    expect(moveSide(versions, { from: 'a', to: 'd' }, 'from', 'older')).to.deep.equal({ from: 'a', to: 'd' })
    expect(isTurned(versions, { from: 'd', to: 'a' })).to.equal(true)
    expect(isTurned(versions, { from: 'a', to: 'd' })).to.equal(false)
  })
})
