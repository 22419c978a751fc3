import { expect } from 'chai'
import { filterOf, tagsOf } from '../../../../../desktop/console/features/devices/device-filters.ts'

const none = { q: '', state: '', platform: '', site: '', tag: '', agent_id: '', credential_id: '', drift: '' }

describe('the filters of devices', () => {
  it('leave out devices that are out of service, unless those are asked for', () => {
    expect(filterOf(none)).to.deep.equal({ decommissioned: false })
    expect(filterOf({ ...none, state: 'decommissioned' })).to.deep.equal({ state: 'decommissioned' })
  })

  it('are what the API calls them', () => {
    expect(filterOf({ ...none, q: 'core', drift: 'false', site: 'Ghent' })).to.deep.equal({
      q: 'core',
      site: 'Ghent',
      drift: false,
      decommissioned: false,
    })
  })

  it('read tags parted by commas, each once', () => {
    expect(tagsOf(' core, dc1,,core ')).to.deep.equal(['core', 'dc1'])
  })
})
