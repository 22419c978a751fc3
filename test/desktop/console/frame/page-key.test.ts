import { expect } from 'chai'
import { pageKey } from '../../../../desktop/console/frame/page-key.ts'

describe('a page of the console', () => {
  const edit = { name: 'devices-edit', params: { id: 'core-1' }, query: { customer: 'acme', q: 'x' } }

  it('begins anew with another device: nobody saves the form of one under the address of another', () => {
    expect(pageKey({ ...edit, params: { id: 'core-2' } })).not.to.equal(pageKey(edit))
  })

  it('begins anew with another customer, and stays with another filter', () => {
    expect(pageKey({ ...edit, query: { customer: 'globex', q: 'x' } })).not.to.equal(pageKey(edit))
    expect(pageKey({ ...edit, query: { customer: 'acme', q: 'y' } })).to.equal(pageKey(edit))
  })
})
