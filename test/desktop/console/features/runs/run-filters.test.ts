import { expect } from 'chai'
import { filterBy } from '../../../../../desktop/console/ui/filter-values.ts'
import { attemptedBetween, filterNames, filterOf } from '../../../../../desktop/console/features/runs/run-filters.ts'

describe('the filters of the run list', () => {
  const none = Object.fromEntries(filterNames.map((name) => [name, ''])) as Record<(typeof filterNames)[number], string>
  const now = new Date('2026-11-21T10:00:00Z')

  it('select the runs of an agent or a device', () => {
    expect(filterOf({ ...none, agent_id: 'ghent', device_id: 'core-1' }, now)).to.deep.equal({
      agent_id: 'ghent',
      device_id: 'core-1',
    })
  })

  it('send every value of the address', () => {
    const filters = { ...none, status: filterBy(['failed', 'blocked']), kind: 'test', device_id: filterBy(['a', 'b']) }

    expect(filterOf(filters, now)).to.deep.equal({
      status: ['failed', 'blocked'],
      kind: 'test',
      device_id: ['a', 'b'],
    })
  })

  it('select runs by the start of their attempts, and ignore other texts', () => {
    const attempted = attemptedBetween('2026-11-20T20:00:00.000Z', '2026-11-20T20:10:00.000Z')

    expect(filterOf({ ...none, attempted }, now)).to.deep.equal({
      attempted_since: '2026-11-20T20:00:00.000Z',
      attempted_until: '2026-11-20T20:10:00.000Z',
      since: '2026-11-13T20:00:00.000Z',
    })
    expect(filterOf({ ...none, attempted: 'yesterday' }, now)).to.deep.equal({})
  })

  it('count periods from now, and ignore unknown keywords', () => {
    expect(filterOf({ ...none, since: 'day' }, now)).to.deep.equal({ since: '2026-11-20T10:00:00.000Z' })
    expect(filterOf({ ...none, since: 'ever' }, now)).to.deep.equal({})
  })
})
