import { expect } from 'chai'
import { continued } from '../../../../desktop/console/client/continued.ts'

describe('a first page that is read anew', () => {
  const rowsOf = (...ids: string[]) => ids.map((id) => ({ id }))

  it('has behind it what had been read on before, and loses none at the seam', () => {
    const before = { rows: rowsOf('d', 'c', 'b', 'a'), next: 'behind a' }

    expect(continued({ rows: rowsOf('e', 'd'), next: 'behind d' }, before)).to.deep.equal({
      rows: rowsOf('e', 'd', 'c', 'b', 'a'),
      next: 'behind a',
    })
  })

  it('is alone where nothing is known, where it is all, and where it does not meet what is known', () => {
    const page = { rows: rowsOf('z', 'y'), next: 'behind y' }
    const all = { rows: rowsOf('z', 'y') }
    const before = { rows: rowsOf('b', 'a') }

    expect(continued(page, undefined)).to.deep.equal(page)
    expect(continued(page, before)).to.deep.equal(page)
    expect(continued(all, { rows: rowsOf('y', 'x'), next: 'behind x' })).to.deep.equal(all)
  })
})
