import { expect } from 'chai'
import { queryOfCustomer } from '../../../../desktop/console/frame/query-of-customer.ts'

describe('the address under another customer', () => {
  const device = '01980f3a-5c00-7000-8000-000000000005'
  const query = { customer: 'acme', device, agent_id: device, from: device, site: 'lyon', state: 'failed', q: 'core' }

  it('leaves out what names a thing of the former one', () => {
    expect(queryOfCustomer(query, 'globex')).to.deep.equal({ customer: 'globex', state: 'failed', q: 'core' })
  })

  it('stays as it is under all of them', () => {
    expect(queryOfCustomer(query, '*')).to.deep.equal({ ...query, customer: '*' })
  })
})
