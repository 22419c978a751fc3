import { expect } from 'chai'
import { valuesOf } from '../../../../desktop/console/ui/filter-values.ts'
import { addressOf, keptAfter, listAtFirst, listOf, saysOfList } from '../../../../desktop/console/ui/list-address.ts'

const shape = { filters: ['q', 'state'], sort: 'name', columns: ['state', 'site'] }

describe('the address of a list', () => {
  it('says nothing of what is as usual, and leaves what is of others', () => {
    const usual = listOf({ customer: 'acme' }, shape)

    expect(addressOf(usual, shape, { customer: 'acme', sort: '-name' })).to.deep.equal({ customer: 'acme' })
    expect(saysOfList({ customer: 'acme' }, shape)).to.equal(false)
  })

  it('holds filters, sort, columns and page size, and is read back as they were', () => {
    const list = { filters: { q: 'core 1', state: 'failed' }, sort: '-name', columns: ['site'], pageSize: 500 }

    const address = addressOf(list, shape, {})

    expect(address).to.deep.equal({ q: 'core 1', state: 'failed', sort: '-name', columns: 'site', rows: '500' })
    expect(listOf(address, shape)).to.deep.equal(list)
    expect(saysOfList(address, shape)).to.equal(true)
  })

  it('holds all values of a filter that takes several, and the first of another', () => {
    const several = { ...shape, several: ['state'] }
    const query = { state: ['failed', 'stale', 'failed'], q: ['core', 'edge'] }

    const list = listOf(query, several)

    expect(valuesOf(list.filters['state']!)).to.deep.equal(['failed', 'stale'])
    expect(list.filters['q']).to.equal('core')
    expect(addressOf(list, several, {})).to.deep.equal({ state: ['failed', 'stale'], q: 'core' })
    expect(addressOf(listOf({ state: ['failed', ''] }, several), several, {})).to.deep.equal({ state: 'failed' })
  })

  it('takes what makes no sense for what is usual', () => {
    expect(listOf({ rows: '7', q: [null], columns: '' }, shape)).to.deep.equal(listOf({}, shape))
  })
})

describe('what is kept of a list', () => {
  const ids = { ...shape, filters: ['q', 'agent_id'] }

  it('is what the person set: what a link says of it goes with the link', () => {
    const kept = keptAfter({}, { columns: ['site'] }, 'acme')

    expect(listAtFirst({ q: 'core' }, shape, kept, 'acme')).to.deep.include({ filters: { q: 'core', state: '' }, columns: ['site'] }) // prettier-ignore
    expect(listAtFirst({}, shape, kept, 'acme').filters).to.deep.equal({ q: '', state: '' })
  })

  it('finds nothing away under another customer: its filters count for the one they were set for', () => {
    const kept = keptAfter({ pageSize: 500 }, { filters: { q: 'lyon', state: '' } }, 'acme')

    expect(listAtFirst({}, shape, kept, 'acme').filters).to.deep.equal({ q: 'lyon', state: '' })
    expect(listAtFirst({}, shape, kept, 'globex')).to.deep.include({ filters: { q: '', state: '' }, pageSize: 500 })
  })

  it('names nothing by its id', () => {
    const kept = keptAfter({}, { filters: { q: 'core', agent_id: 'one' } }, 'acme')

    expect(listAtFirst({}, ids, kept, 'acme').filters).to.deep.equal({ q: 'core', agent_id: '' })
  })
})
