import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import type { TenantContext } from '../../../../../service/domain/kernel/context.ts'
import {
  candidatesFor,
  indexSearchTexts,
  searchTextOf,
} from '../../../../../service/domain/inventory/devices/device-search.ts'
import { listDevices } from '../../../../../service/domain/inventory/devices/list-devices.ts'
import { createKeyring } from '../../../../../service/keys/keyring.ts'
import { Device } from '../../../../../service/store/models/device.ts'
import { Tenant } from '../../../../../service/store/models/tenant.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { type TestDatabase, freshDatabase } from '../../../../support/database.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe('the device search among thousands of devices', () => {
  let db: TestDatabase
  const [tenantId, otherId] = [randomUUIDv7(), randomUUIDv7()]

  before(async () => {
    db = await freshDatabase()
    const at = { createdAt: now, updatedAt: now }
    await inScope(db.knex, { kind: 'platform' }, (trx) =>
      Tenant.query(trx).insert([tenantId, otherId].map((id) => ({ id, slug: id, name: id, prefix: id, ...at }))),
    )
    await within(tenantId, (call) => add(call, 2_500))
    await within(otherId, (call) => add(call, 1))
  })

  after(() => db.drop())

  function within<T>(customer: string, work: (call: TenantContext) => PromiseLike<T>): Promise<T> {
    return inScope(db.knex, { kind: 'tenant', tenantId: customer }, (trx) => {
      const actor = { kind: 'service', id: null, name: 'service', role: null, tenantId: null } as const
      const keys = createKeyring(db.knex, Buffer.alloc(32))
      return work({ actor, origin: { requestId: null, ip: null }, tenantId: customer, now, trx, keys })
    })
  }

  async function add(call: TenantContext, count: number) {
    const devices = Array.from({ length: count }, (_, index) => {
      const tags = index % 1_000 === 7 ? ['Border'] : []
      const fields = {
        name: `sw-${String(index).padStart(4, '0')}`,
        hostname: `10.0.0.${index % 250}`,
        site: 'Lyon',
        tags,
      }
      const search = searchTextOf(fields)
      return { ...fields, id: randomUUIDv7(), tenantId: call.tenantId, platform: 'netco_iosxe', search }
    })
    await Device.query(call.trx).insert(devices.map((device) => ({ ...device, createdAt: now, updatedAt: now })))
    await indexSearchTexts(call, devices)
  }

  const found = (filter: { q?: string; tags?: string[] }, limit = 3) =>
    within(tenantId, async (call) => {
      const views = await listDevices(call, filter, { by: 'name', direction: 'asc' }, { limit, after: null })
      return views.map(({ device }) => device.name)
    })

  const candidates = (...parts: string[]) => within(tenantId, (call) => candidatesFor(call, parts))

  it('checks only devices that match the rare part of the query', async () => {
    expect(await candidates('sw-1234')).to.have.length.within(1, 100)
    expect(await found({ q: 'SW-1234' })).to.deep.equal(['sw-1234'])
    expect(await found({ tags: ['Border'] })).to.deep.equal(['sw-0007', 'sw-1007', 'sw-2007'])
    expect(await found({ q: '-10', tags: ['Border'] })).to.deep.equal(['sw-1007'])
  })

  it('reads no device if a part of the query occurs nowhere', async () => {
    expect(await candidates('lyon', 'zzz')).to.deep.equal([])
    expect(await found({ q: 'paris' })).to.deep.equal([])
  })

  it('scans the list if all of the query is common or short', async () => {
    expect(await candidates('lyon')).to.equal(null)
    expect(await candidates('-1')).to.equal(null)
    expect(await candidates()).to.equal(null)
    expect(await found({ q: 'lyon' })).to.deep.equal(['sw-0000', 'sw-0001', 'sw-0002'])
    expect(await found({ q: '-1' })).to.deep.equal(['sw-1000', 'sw-1001', 'sw-1002'])
  })

  it('never reads the devices of another tenant', async () => {
    const ids = await within(otherId, (call) => candidatesFor(call, ['lyon']))

    expect(ids).to.have.length(1)
  })

  it('keeps one row for each trigram, also after a change', async () => {
    const gramsOf = async (id: string) => {
      const { rows } = await within(tenantId, (call) =>
        call.trx.raw('select gram from device_grams where device_id = ?', [id]),
      )
      return rows.map((row: { gram: number }) => row.gram)
    }
    const [id = ''] = (await candidates('sw-2222')) ?? []

    const before = await gramsOf(id)
    for (const search of ['abcabcabcd', 'bcdb'])
      await within(tenantId, (call) => indexSearchTexts(call, [{ id, search }]))
    const after = await gramsOf(id)

    expect(new Set(before).size).to.equal(before.length)
    expect(after).to.have.length(2)
    expect(await candidates('bcd')).to.deep.equal([id])
    expect(await candidates('abc')).to.deep.equal([])
  })
})
