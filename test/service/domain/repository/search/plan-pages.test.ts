import { expect } from 'chai'
import { pagesOf } from '../../../../../service/domain/repository/search/searched-texts.ts'

describe('the pages of a search', () => {
  const planOf = (lineages: number) => {
    const plan = Buffer.alloc(16 * lineages)
    for (let at = 0; at < lineages; at += 1) plan.writeUInt32BE(at, 16 * at)
    return plan
  }

  it('contain every lineage once, in order', () => {
    const pages = [...pagesOf(planOf(50_000))]

    const ids = pages.flat().map((id) => parseInt(id.slice(0, 8), 16))
    expect(ids).to.deep.equal(Array.from({ length: 50_000 }, (_, at) => at))
  })

  it('grow from a small first one to a limit', () => {
    const sizes = [...pagesOf(planOf(20_000))].map(({ length }) => length)

    expect(sizes).to.deep.equal([1_000, 2_000, 4_000, 4_000, 4_000, 4_000, 1_000])
  })

  it('are empty for a plan without lineages', () => {
    expect([...pagesOf(planOf(0))]).to.deep.equal([])
  })
})
