import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { reportGrowth } from '../../../../../service/domain/reporting/storage/report-growth.ts'
import { StorageSample } from '../../../../../service/store/models/storage-sample.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { createScene } from '../../../../support/scene/scene.ts'

const gib = 2 ** 30
const dayMs = 86_400_000

describe('a storage growth event', () => {
  let test: TestRepository
  let acme: string
  let beta: string
  const start = new Date('2026-03-02T02:00:00Z')

  before(async () => (test = await startTestRepository(start)))
  after(() => test.close())
  beforeEach(async () => {
    acme = (await createScene(test.dependencies)).id
    beta = (await createScene(test.dependencies)).id
    await inPlatform(async (trx) => {
      for (const table of ['events', 'open_alerts', 'storage_samples']) await trx(table).delete()
    })
  })

  const inPlatform = <T>(step: Parameters<typeof inScope<T>>[2]) =>
    inScope(test.dependencies.knex, { kind: 'platform' }, step)

  /** Records samples of a day and looks for growth. Returns the events so far. */
  async function sample(day: number, stored: [tenantId: string | null, gibibytes: number][]) {
    const at = new Date(start.getTime() + day * dayMs)
    return inPlatform(async (trx) => {
      const rows = stored.map(([tenantId, size]) => ({
        tenantId,
        stored: size * gib,
        sampledAt: at,
        id: randomUUIDv7(),
      }))
      await StorageSample.query(trx).insert(rows)
      await reportGrowth({ trx, now: at })
      const events = await trx('events').orderBy('recorded_order').select('type', 'tenant_id', 'data')
      return events.map(({ type, tenant_id: tenantId, data }) => ({ type, tenantId, data }))
    })
  }

  it('is emitted once for a tenant and for the installation that doubled within a week', async () => {
    await sample(0, [[acme, 2], [beta, 10], [null, 3]]) // prettier-ignore
    const early = await sample(6, [[acme, 9], [beta, 10], [null, 9]]) // prettier-ignore
    const grown = await sample(7, [[acme, 4], [beta, 19], [null, 6]]) // prettier-ignore

    const later = await sample(7.5, [[acme, 5], [null, 7]]) // prettier-ignore

    expect(early).to.deep.equal([])
    const before_at = start.toISOString()
    const event = (tenantId: string | null, stored: number, before: number) => ({
      ...{ type: 'storage.grown', tenantId },
      data: { stored_bytes: stored * gib, before_bytes: before * gib, before_at },
    })
    expect(grown).to.have.deep.members([event(acme, 4, 2), event(null, 6, 3)])
    expect(later).to.deep.equal(grown)
  })

  it('is emitted again after a week of low growth', async () => {
    await sample(0, [[acme, 2]])
    await sample(7, [[acme, 4]])
    await sample(14, [[acme, 5]])

    const events = await sample(21, [[acme, 10]])

    expect(events.map(({ data }) => data.stored_bytes / gib)).to.deep.equal([4, 10])
  })

  it('is not emitted below 1 GiB, or without an earlier sample', async () => {
    await sample(0, [[acme, 0.5]])

    const events = await sample(7, [[acme, 1.25], [beta, 30]]) // prettier-ignore

    expect(events).to.deep.equal([])
  })
})
