import { expect } from 'chai'
import { pageKey } from '../../../../desktop/console/frame/page-key.ts'

describe('the key of a console page', () => {
  const edit = { name: 'devices-edit', params: { id: 'core-1' }, query: { customer: 'acme', q: 'x' } }

  it('changes with the device, so that a form is never saved for another', () => {
    expect(pageKey({ ...edit, params: { id: 'core-2' } })).not.to.equal(pageKey(edit))
  })

  it('changes with the customer, and stays with another filter', () => {
    expect(pageKey({ ...edit, query: { customer: 'globex', q: 'x' } })).not.to.equal(pageKey(edit))
    expect(pageKey({ ...edit, query: { customer: 'acme', q: 'y' } })).to.equal(pageKey(edit))
  })
})
