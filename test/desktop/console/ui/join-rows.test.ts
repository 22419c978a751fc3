import { expect } from 'chai'
import { joinRows } from '../../../../desktop/console/ui/join-rows.ts'

describe('the first rows of a list as they are now, above those that were read before', () => {
  const rows = (...ids: string[]) => ids.map((id) => ({ id }))
  const before = rows('a', 'b', 'c', 'd', 'e', 'f')

  it('lose none that new ones have pushed over the seam', () => {
    expect(joinRows(rows('new', 'a', 'b'), before)).to.deep.equal(rows('new', 'a', 'b', 'c', 'd', 'e', 'f'))
    expect(joinRows(rows('x', 'y', 'z'), before)).to.deep.equal([...rows('x', 'y', 'z'), ...before])
  })

  it('have none twice that has come up from below, and lose none for it', () => {
    expect(joinRows(rows('e', 'a', 'b'), before)).to.deep.equal(rows('e', 'a', 'b', 'c', 'd', 'f'))
    expect(joinRows(rows('a', 'b', 'e'), before)).to.deep.equal(rows('a', 'b', 'e', 'c', 'd', 'f'))
  })

  it('leave out those that are gone', () => {
    expect(joinRows(rows('b', 'c', 'd'), before)).to.deep.equal(rows('b', 'c', 'd', 'e', 'f'))
    expect(joinRows(rows('new', 'b', 'c'), before)).to.deep.equal(rows('new', 'b', 'c', 'd', 'e', 'f'))
  })
})
