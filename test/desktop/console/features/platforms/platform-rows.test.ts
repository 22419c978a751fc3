import { expect } from 'chai'
import type { components } from '../../../../../shared/contract/api-types.ts'
import { matchPlatforms, platformRows } from '../../../../../desktop/console/features/platforms/platform-rows.ts'

type Schemas = components['schemas']

const document = {
  ...{ id: 'd1', tenant_id: 't1', platform: 'zephyr_os', name: 'Zephyr OS', vendor: 'Zephyr' },
  ...{ evidence: { level: 'partly', note: 'a ZX-8' }, status: 'active', devices_count: 3 },
} as Schemas['PlatformDocument']
const platform = (id: string, more: object = {}) => ({ id, name: id, ...more }) as Schemas['Platform']
const none = { q: '', scope: '', state: '', evidence: '' }

describe('the rows of the platform list', () => {
  const rows = platformRows(
    [document],
    [
      platform('zephyr_os'),
      platform('netco_nxos'),
      platform('vyos', { vendor: 'VyOS', evidence: { level: 'replayed' } }),
    ],
  )

  it('show each platform once, stored documents with their page first', () => {
    expect(
      rows.map(({ platform: id, scope, state, evidence, document: page }) => [id, scope, state, evidence, page]),
    ).to.deep.equal([
      ['zephyr_os', 'customer', 'active', 'partly', 'd1'],
      ['netco_nxos', 'product', 'shipped', 'recorded', undefined],
      ['vyos', 'product', 'shipped', 'replayed', undefined],
    ])
  })

  it('are found by name, vendor, scope, state and evidence', () => {
    const found = (filters: Partial<typeof none>) =>
      matchPlatforms(rows, { ...none, ...filters }).map((row) => row.platform)

    expect(found({ q: ' vyOS ' })).to.deep.equal(['vyos'])
    expect(found({ scope: 'customer' })).to.deep.equal(['zephyr_os'])
    expect(found({ state: 'shipped', evidence: 'recorded' })).to.deep.equal(['netco_nxos'])
    expect(found({})).to.have.length(3)
  })
})
