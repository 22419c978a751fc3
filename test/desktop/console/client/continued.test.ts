import { expect } from 'chai'
import { continued } from '../../../../desktop/console/client/continued.ts'

describe('a reloaded first page', () => {
  const rowsOf = (...ids: string[]) => ids.map((id) => ({ id }))

  it('keeps the later pages and loses no row between them', () => {
    const before = { rows: rowsOf('d', 'c', 'b', 'a'), next: 'behind a' }

    expect(continued({ rows: rowsOf('e', 'd'), next: 'behind d' }, before)).to.deep.equal({
      rows: rowsOf('e', 'd', 'c', 'b', 'a'),
      next: 'behind a',
    })
  })

  it('stands alone without later pages, when complete, or when it does not overlap them', () => {
    const page = { rows: rowsOf('z', 'y'), next: 'behind y' }
    const all = { rows: rowsOf('z', 'y') }
    const before = { rows: rowsOf('b', 'a') }

    expect(continued(page, undefined)).to.deep.equal(page)
    expect(continued(page, before)).to.deep.equal(page)
    expect(continued(all, { rows: rowsOf('y', 'x'), next: 'behind x' })).to.deep.equal(all)
  })
})
