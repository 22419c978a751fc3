import { expect } from 'chai'
import type { components } from '../../../../../shared/contract/api-types.ts'
import { type Customer, tenantRows, foundTenants } from '../../../../../desktop/console/features/tenants/tenant-rows.ts'

type Schemas = components['schemas']

const customer = (fields: Partial<Customer>): Customer => ({
  id: 'one',
  slug: 'acme',
  name: 'Acme',
  restore_policy: null,
  decommissioned_retention_days: 365,
  second_factor_required: false,
  allowed_networks: [],
  destruction: null,
  purges_not_before: null,
  keys_destroyed_at: null,
  created_at: '2026-03-01T08:00:00Z',
  ...fields,
})

describe('the rows of the customer list', () => {
  const acme = customer({ id: 'acme', slug: 'acme', name: 'Acme Networks' })
  const gone = customer({ id: 'gone', slug: 'left-us', name: 'Gone', keys_destroyed_at: '2026-03-02T08:00:00Z' })

  it('have the figures of report and storage, except customers without keys', () => {
    const summary = { coverage_pct: 99.5, devices: 12, exceptions: 1 }
    const agents = [
      { id: 'a', name: 'a', lab_mode: false, status: 'online' },
      { id: 'b', name: 'b', lab_mode: false, status: 'offline' },
    ]
    const report = { customers: [{ id: 'acme', summary, agents }] } as unknown as Schemas['DailyReport']
    const usage = { by_tenant: [{ id: 'acme', slug: 'acme', stored: 4096 }] } as unknown as Schemas['StorageUsage']

    const [first, second] = tenantRows([acme, gone], report, usage)

    expect(first).to.deep.include({ coverage: 99.5, devices: 12, exceptions: 1, stored: 4096 })
    expect(first?.agents).to.include({ online: 1, enrolled: 2 })
    expect(second).to.deep.include({ id: 'gone', stored: undefined })
    expect(second?.coverage).to.equal(undefined)
  })

  it('are filtered by part of a name, and by whether their keys exist', () => {
    const found = (filters: object) => foundTenants([acme, gone], { q: '', state: '', ...filters }).map(({ id }) => id)

    expect(found({ q: 'NETW' })).to.deep.equal(['acme'])
    expect(found({ q: 'left' })).to.deep.equal(['gone'])
    expect(found({ state: 'destroyed' })).to.deep.equal(['gone'])
    expect(found({ state: 'kept' })).to.deep.equal(['acme'])
  })
})
