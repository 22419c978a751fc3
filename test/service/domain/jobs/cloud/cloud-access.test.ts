import { expect } from 'chai'
import { merakiAccess } from '../../../../../service/domain/jobs/cloud/cloud-access.ts'
import type { CloudDependencies } from '../../../../../service/domain/jobs/cloud/cloud-dependencies.ts'
import { netcoMeraki } from '../../../../../shared/platforms/netco_meraki.ts'

const meraki: CloudDependencies['meraki'] = {
  url: 'https://dashboard.example/api/v1/',
  hosts: [],
  authorities: [],
  callsPerSecond: 5,
}

function baseUrl(options: Record<string, unknown>): string {
  const runInSystemTransaction = () => Promise.reject(new Error('no call is made here'))
  return merakiAccess({ meraki, runInSystemTransaction }, 'tenant', options).baseUrl
}

describe('the address of the Meraki Dashboard', () => {
  it('is that of the region that the device names', () => {
    const { enum: regions } = netcoMeraki.options.properties['netco_region'] as { enum: readonly string[] }

    expect(regions.map((region) => [region, baseUrl({ netco_region: region })])).to.deep.equal([
      ['global', 'https://api.meraki.com/api/v1'],
      ['canada', 'https://api.meraki.ca/api/v1'],
      ['china', 'https://api.meraki.cn/api/v1'],
      ['india', 'https://api.meraki.in/api/v1'],
      ['us_government', 'https://api.gov-meraki.com/api/v1'],
    ])
  })

  it('is the configured one without a region, with the device’s port', () => {
    expect(baseUrl({})).to.equal('https://dashboard.example/api/v1')
    expect(baseUrl({ netco_region: 'nowhere' })).to.equal('https://dashboard.example/api/v1')
    expect(baseUrl({ netco_region: 'canada', api_port: 8443 })).to.equal('https://api.meraki.ca:8443/api/v1')
  })
})
