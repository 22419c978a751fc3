import { expect } from 'chai'
import { joinRows } from '../../../../desktop/console/ui/join-rows.ts'

describe('a reloaded first page joined with older rows', () => {
  const rows = (...ids: string[]) => ids.map((id) => ({ id }))
  const before = rows('a', 'b', 'c', 'd', 'e', 'f')

  it('loses no row that new ones have pushed down', () => {
    expect(joinRows(rows('new', 'a', 'b'), before)).to.deep.equal(rows('new', 'a', 'b', 'c', 'd', 'e', 'f'))
    expect(joinRows(rows('x', 'y', 'z'), before)).to.deep.equal([...rows('x', 'y', 'z'), ...before])
  })

  it('repeats no row that moved up, and loses none', () => {
    expect(joinRows(rows('e', 'a', 'b'), before)).to.deep.equal(rows('e', 'a', 'b', 'c', 'd', 'f'))
    expect(joinRows(rows('a', 'b', 'e'), before)).to.deep.equal(rows('a', 'b', 'e', 'c', 'd', 'f'))
  })

  it('leaves out deleted rows', () => {
    expect(joinRows(rows('b', 'c', 'd'), before)).to.deep.equal(rows('b', 'c', 'd', 'e', 'f'))
    expect(joinRows(rows('new', 'b', 'c'), before)).to.deep.equal(rows('new', 'b', 'c', 'd', 'e', 'f'))
  })
})
