import { expect } from 'chai'
import { filterNames, filterOf } from '../../../../../desktop/console/features/changes/change-filters.ts'

const none = Object.fromEntries(filterNames.map((name) => [name, ''])) as Parameters<typeof filterOf>[0]
const now = new Date('2026-03-12T18:30:00Z')

describe('the filters of the changes page', () => {
  it('exclude reviewed changes by default', () => {
    expect(filterOf(none, now)).to.deep.equal({ reviewed: false })
    expect(filterOf({ ...none, reviewed: 'true' }, now)).to.deep.equal({ reviewed: true })
    expect(filterOf({ ...none, reviewed: 'any' }, now)).to.deep.equal({})
  })

  it('use the names of the API', () => {
    const filters = { ...none, suspicious: 'true', device_id: 'd', platform: 'netco_iosxe', site: 'Ghent', tag: 'core' }

    expect(filterOf({ ...filters, key: 'running-config' }, now)).to.deep.equal({
      reviewed: false,
      suspicious: true,
      device_id: 'd',
      platform: 'netco_iosxe',
      site: 'Ghent',
      tag: 'core',
      key: 'running-config',
    })
  })

  it('cover a period until now, or a range of days including the last', () => {
    expect(filterOf({ ...none, period: 'week' }, now).since).to.equal('2026-03-05T18:30:00.000Z')
    const { since, until } = filterOf({ ...none, period: 'dates', from: '2026-03-01', until: '2026-03-02' }, now)
    expect(Date.parse(until!) - Date.parse(since!)).to.equal(2 * 86_400_000)
    expect(new Date(since!).getHours()).to.equal(0)
  })

  it('ignore unknown values', () => {
    expect(filterOf({ ...none, period: 'ever', suspicious: 'perhaps' }, now)).to.deep.equal({ reviewed: false })
    expect(filterOf({ ...none, period: 'dates', from: 'yesterday' }, now)).to.deep.equal({ reviewed: false })
  })
})
