import { expect } from 'chai'
import { filterOf, tagsOf } from '../../../../../desktop/console/features/devices/device-filters.ts'

const none = {
  q: '',
  state: '',
  platform: '',
  site: '',
  tag: '',
  agent_id: '',
  credential_id: '',
  drift: '',
  end_of_support_by: '',
  vendor: '',
  model: '',
  serial: '',
  os_version: '',
}

describe('the filters of the device list', () => {
  it('exclude decommissioned devices by default', () => {
    expect(filterOf(none)).to.deep.equal({ decommissioned: false })
    expect(filterOf({ ...none, state: 'decommissioned' })).to.deep.equal({ state: 'decommissioned' })
  })

  it('use the names of the API', () => {
    expect(filterOf({ ...none, q: 'core', drift: 'false', site: 'Ghent' })).to.deep.equal({
      q: 'core',
      site: 'Ghent',
      drift: false,
      decommissioned: false,
    })
  })

  it('accept tags separated by commas, each once', () => {
    expect(tagsOf(' core, dc1,,core ')).to.deep.equal(['core', 'dc1'])
  })
})
