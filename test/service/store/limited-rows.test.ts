import { expect } from 'chai'
import { inScope } from '../../../service/store/scope.ts'
import { tables } from '../../../service/store/tables.ts'
import { fillEmptyTables } from '../../support/fill-empty-tables.ts'
import { createFullScene } from '../../support/scene/full-scene.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'

type Table = keyof typeof tables

/**
 * Tables of which a transaction limited to sites and tags sees rows that no visible device has: reading the texts of a
 * device needs them, and no operation of a limited caller lists them.
 */
const open: Table[] = [
  'tenants',
  'tenant_keys',
  'idempotency_keys',
  'open_searches',
  'packs',
  'chunks',
  'search_segments',
  'search_turns',
  'platform_documents',
  'platform_document_versions',
  'end_of_life',
]

/** Tables of which a limited transaction sees what belongs to a visible device. All others show it nothing. */
const ofDevices: Table[] = [
  ...(['devices', 'device_agents', 'device_grams', 'device_facts', 'device_leases', 'fingerprints'] as const),
  ...(['jobs', 'job_attempts', 'job_log', 'job_results', 'occurrences', 'artifacts', 'versions', 'snapshots'] as const),
  ...(['pins', 'pin_holds', 'search_texts', 'damaged_versions', 'restore_checks', 'audit', 'events'] as const),
  ...(['retention_policies', 'blackouts'] as const),
]

/** Rows of the whole customer, beside those of devices. */
const withoutDevice: Partial<Record<Table, string>> = {
  retention_policies: 'device_id is not null',
  blackouts: 'device_id is not null',
}

describe('a transaction limited to sites and tags', () => {
  let service: TestService
  let tenantId: string
  before(async () => {
    service = await startTestService()
    const scene = await createFullScene(service)
    tenantId = scene.id
    const admin = await service.as('platform_admin')
    for (const { id } of must(await admin.get(`/api/devices?tenant=${tenantId}`), 200)) {
      must(await admin.patch(`/api/devices/${id}?tenant=${tenantId}`, { site: 'Lyon' }), 200)
    }
    await fillEmptyTables(service.dependencies.knex, tenantId, Object.keys(tables))
  })
  after(() => service.close())

  const count = (table: Table, sites: string[] | null, where = 'true') =>
    inScope(
      service.dependencies.knex,
      sites
        ? { kind: 'tenant', tenantId, limits: JSON.stringify([{ sites, tags: [] }]) }
        : { kind: 'tenant', tenantId },
      async (trx) => Number((await trx.raw(`select count(*) from ${table} where ${where}`)).rows[0].count),
    )

  for (const table of Object.keys(tables) as Table[]) {
    if (open.includes(table) || tables[table] === 'platform') continue
    it(`sees no row of ${table} that belongs to a device outside`, async () => {
      const where = withoutDevice[table]

      expect(await count(table, ['Nantes'], where)).to.equal(0)
      if (ofDevices.includes(table)) {
        expect(await count(table, ['Lyon'], where)).to.be.within(0, await count(table, null, where))
      } else expect(await count(table, ['Lyon'])).to.equal(0)
    })
  }

  it('sees the devices of its site', async () => {
    expect(await count('devices', ['Lyon'])).to.equal(await count('devices', null))
    expect(await count('versions', ['Lyon'])).to.equal(await count('versions', null))
  })

  it('sees nothing without a limit', async () => {
    const limits = ['[]', '{}', 'null']

    const seen = await Promise.all(
      limits.map((value) =>
        inScope(service.dependencies.knex, { kind: 'tenant', tenantId, limits: value }, (trx) =>
          trx('devices').select('id'),
        ),
      ),
    )

    expect(seen).to.deep.equal([[], [], []])
  })
})
