import { expect } from 'chai'
import { approvedTransports } from '../../../../service/domain/jobs/approved-transports.ts'
import type { Device } from '../../../../service/store/models/device.ts'
import type { PlatformDocument } from '../../../../shared/platforms/documents/document.ts'
import { compileStored } from '../../../../shared/platforms/stored-platform.ts'
import { aDocument } from '../../../support/platform-documents.ts'

const api: PlatformDocument['api'] = {
  login: 'basic',
  check: { path: '/api/about' },
  requests: { config: { path: '/api/config', brackets: true } },
}
const { extended } = aDocument('acme_switch')
const overSsh = compileStored(extended)
const overBoth = compileStored({ ...extended, api })
const device = (platform: string, options: Device['options'] = {}) => ({ platform, options }) as Device

describe('the transports of a tried platform', () => {
  it('are those by which the secrets of the device are sent anyway', () => {
    expect(approvedTransports(overBoth, device('cisco_ios'))).to.deep.equal(['ssh'])
    expect(approvedTransports(overBoth, device('fwco_fortios'))).to.deep.equal(['api', 'ssh'])
    expect(approvedTransports(overBoth, device('of_this_installation'))).to.deep.equal(['api', 'ssh'])
    expect(approvedTransports(overSsh, device('netco_nxos'))).to.deep.equal(['ssh'])
  })

  it('do not include an API on another port or with another proof of identity', () => {
    expect(approvedTransports(overBoth, device('routeco_junos'))).to.deep.equal(['ssh'])
    expect(approvedTransports(overBoth, device('routeco_junos', { api_port: 443 }))).to.deep.equal(['ssh'])
  })

  it('are none for a device that no agent reaches', () => {
    expect(approvedTransports(overBoth, device('netco_meraki'))).to.deep.equal([])
  })
})
