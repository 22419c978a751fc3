import { expect } from 'chai'
import { valuesOf } from '../../../../desktop/console/ui/filter-values.ts'
import { addressOf, keptAfter, listAtFirst, listOf, saysOfList } from '../../../../desktop/console/ui/list-address.ts'

const shape = { filters: ['q', 'state'], sort: 'name', columns: ['state', 'site'] }

describe('the address of a list', () => {
  it('omits defaults and keeps parameters of others', () => {
    const usual = listOf({ customer: 'acme' }, shape)

    expect(addressOf(usual, shape, { customer: 'acme', sort: '-name' })).to.deep.equal({ customer: 'acme' })
    expect(saysOfList({ customer: 'acme' }, shape)).to.equal(false)
  })

  it('contains filters, sort order, columns and page size, and restores them', () => {
    const list = { filters: { q: 'core 1', state: 'failed' }, sort: '-name', columns: ['site'], pageSize: 500 }

    const address = addressOf(list, shape, {})

    expect(address).to.deep.equal({ q: 'core 1', state: 'failed', sort: '-name', columns: 'site', rows: '500' })
    expect(listOf(address, shape)).to.deep.equal(list)
    expect(saysOfList(address, shape)).to.equal(true)
  })

  it('contains all values of a multiple filter, and the first of others', () => {
    const several = { ...shape, several: ['state'] }
    const query = { state: ['failed', 'stale', 'failed'], q: ['core', 'edge'] }

    const list = listOf(query, several)

    expect(valuesOf(list.filters['state']!)).to.deep.equal(['failed', 'stale'])
    expect(list.filters['q']).to.equal('core')
    expect(addressOf(list, several, {})).to.deep.equal({ state: ['failed', 'stale'], q: 'core' })
    expect(addressOf(listOf({ state: ['failed', ''] }, several), several, {})).to.deep.equal({ state: 'failed' })
  })

  it('replaces invalid values by defaults', () => {
    expect(listOf({ rows: '7', q: [null], columns: '' }, shape)).to.deep.equal(listOf({}, shape))
  })
})

describe('the stored settings of a list', () => {
  const ids = { ...shape, filters: ['q', 'agent_id'] }

  it('are the user’s choices, while those of a link apply once', () => {
    const kept = keptAfter({}, { columns: ['site'] }, 'acme')

    expect(listAtFirst({ q: 'core' }, shape, kept, 'acme')).to.deep.include({ filters: { q: 'core', state: '' }, columns: ['site'] }) // prettier-ignore
    expect(listAtFirst({}, shape, kept, 'acme').filters).to.deep.equal({ q: '', state: '' })
  })

  it('apply filters only under the customer for which they were set', () => {
    const kept = keptAfter({ pageSize: 500 }, { filters: { q: 'lyon', state: '' } }, 'acme')

    expect(listAtFirst({}, shape, kept, 'acme').filters).to.deep.equal({ q: 'lyon', state: '' })
    expect(listAtFirst({}, shape, kept, 'globex')).to.deep.include({ filters: { q: '', state: '' }, pageSize: 500 })
  })

  it('contain no ids', () => {
    const kept = keptAfter({}, { filters: { q: 'core', agent_id: 'one' } }, 'acme')

    expect(listAtFirst({}, ids, kept, 'acme').filters).to.deep.equal({ q: 'core', agent_id: '' })
  })
})
