import { expect } from 'chai'
import { placeOfTenant } from '../../../../desktop/console/frame/usePlaceOfTenant.ts'

describe('the address after choosing another customer', () => {
  const device = '01980f3a-5c00-7000-8000-000000000005'
  const query = { customer: 'acme', device, agent_id: device, from: device, site: 'lyon', state: 'failed', q: 'core' }
  const list = { path: '/changes', params: {}, query }
  const one = { path: `/agents/${device}/enrol`, params: { id: device }, query: { customer: 'acme', tab: 'x' } }
  const isPage = (path: string) => path === '/agents'

  it('drops filters that name objects of the former one', () => {
    const place = placeOfTenant(list, 'globex', isPage)

    expect(place).to.deep.equal({ query: { customer: 'globex', state: 'failed', q: 'core' } })
  })

  it('is unchanged for all customers', () => {
    expect(placeOfTenant(list, '*', isPage)).to.deep.equal({ query: { ...query, customer: '*' } })
    expect(placeOfTenant(one, '*', isPage)).to.deep.equal({ query: { ...one.query, customer: '*' } })
  })

  it('is unchanged for the current one', () => {
    expect(placeOfTenant(list, 'acme', isPage)).to.deep.equal({ query })
    expect(placeOfTenant(one, 'acme', isPage)).to.deep.equal({ query: one.query })
  })

  it('leads from an object to its list, or else to the overview', () => {
    const version = { path: `/versions/${device}/text`, params: { id: device }, query: {} }

    expect(placeOfTenant(one, 'globex', isPage)).to.deep.equal({ path: '/agents', query: { customer: 'globex' } })
    expect(placeOfTenant(version, 'globex', isPage)).to.deep.equal({ path: '/', query: { customer: 'globex' } })
  })
})
