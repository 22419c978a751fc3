import { expect } from 'chai'
import { tenantRoute } from '../../../../desktop/console/frame/useTenantRoute.ts'

describe('the address after choosing another customer', () => {
  const device = '01980f3a-5c00-7000-8000-000000000005'
  const query = { customer: 'acme', device, agent_id: device, from: device, site: 'lyon', state: 'failed', q: 'core' }
  const list = { path: '/changes', params: {}, query }
  const one = { path: `/agents/${device}/enrol`, params: { id: device }, query: { customer: 'acme', tab: 'x' } }
  const isPage = (path: string) => path === '/agents'

  it('drops filters that name objects of the former one', () => {
    const place = tenantRoute(list, 'globex', isPage)

    expect(place).to.deep.equal({ query: { customer: 'globex', state: 'failed', q: 'core' } })
  })

  it('is unchanged for all customers', () => {
    expect(tenantRoute(list, '*', isPage)).to.deep.equal({ query: { ...query, customer: '*' } })
    expect(tenantRoute(one, '*', isPage)).to.deep.equal({ query: { ...one.query, customer: '*' } })
  })

  it('is unchanged for the current one', () => {
    expect(tenantRoute(list, 'acme', isPage)).to.deep.equal({ query })
    expect(tenantRoute(one, 'acme', isPage)).to.deep.equal({ query: one.query })
  })

  it('leads from an object to its list, or else to the overview', () => {
    const version = { path: `/versions/${device}/text`, params: { id: device }, query: {} }

    expect(tenantRoute(one, 'globex', isPage)).to.deep.equal({ path: '/agents', query: { customer: 'globex' } })
    expect(tenantRoute(version, 'globex', isPage)).to.deep.equal({ path: '/', query: { customer: 'globex' } })
  })
})
