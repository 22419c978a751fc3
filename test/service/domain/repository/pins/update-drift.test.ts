import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { updateDrift } from '../../../../../service/domain/repository/pins/update-drift.ts'
import { Pin } from '../../../../../service/store/models/pin.ts'
import { type ScopedTransaction, inScope } from '../../../../../service/store/scope.ts'
import { createBareLineage } from '../../../../support/scene/rows.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'
import { type TestService, startTestService } from '../../../../support/service.ts'

describe('the drift of a lineage from its pin', () => {
  let service: TestService
  let customer: Scene
  const lineages: { artifactId: string; versionIds: string[] }[] = []

  before(async () => {
    service = await startTestService()
    customer = await createScene(service.dependencies)
    for (let n = 0; n < devices; n += 1) {
      const device = await customer.hasDevice()
      const named = { id: device.id, tenant_id: customer.id }
      lineages.push(await createBareLineage(service.dependencies, named, [{}, {}]))
    }
  })
  after(() => service.close())

  it('is found by reading only that lineage, before PostgreSQL has statistics', async () => {
    const [lineage] = lineages
    if (!lineage) throw new Error('no lineage')

    const withoutPin = await rowsReadBy((trx) => settle(trx, lineage.artifactId))
    await pin(lineage)
    const withPin = await rowsReadBy((trx) => settle(trx, lineage.artifactId))

    expect(withoutPin).to.be.lessThan(devices / 2)
    expect(withPin).to.be.lessThan(devices / 2)
    expect(await drifted(lineage.artifactId)).to.equal(true)
  })

  it('is found among more lineages than one statement can bind', async () => {
    const [, , lineage] = lineages
    if (!lineage) throw new Error('no lineage')
    await pin(lineage)
    const others = Array.from({ length: 70_000 }, () => randomUUID())

    const moved = await customer.inTransaction(({ trx, tenantId }) =>
      updateDrift({ trx, tenantId }, [...others, lineage.artifactId]),
    )

    expect(moved.map(({ artifactId }) => artifactId)).to.deep.equal([lineage.artifactId])
  })

  function settle(trx: ScopedTransaction, artifactId: string) {
    return updateDrift({ trx, tenantId: customer.id }, [artifactId])
  }

  /** Pins the older version. */
  function pin({ artifactId, versionIds }: { artifactId: string; versionIds: string[] }) {
    return customer.inTransaction(async ({ trx, tenantId, now }) => {
      const lineage = await trx('artifacts').where({ id: artifactId }).first('device_id')
      const row = { tenantId, artifactId, deviceId: lineage.device_id, versionId: versionIds[0] ?? '' }
      await Pin.query(trx).insert({ ...row, pinnedAt: now, pinnedBy: 'test', drifted: false })
    })
  }

  function drifted(artifactId: string) {
    return customer.inTransaction(
      async ({ trx, tenantId }) => (await Pin.query(trx).findById([tenantId, artifactId]))?.drifted,
    )
  }

  /** Counts rows read in all tables, by index or by sequential scan. */
  function rowsReadBy(work: (trx: ScopedTransaction) => Promise<unknown>): Promise<number> {
    return inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, async (trx) => {
      const before = await rowsRead(trx)
      await work(trx)
      return (await rowsRead(trx)) - before
    })
  }
})

const devices = 40

async function rowsRead(trx: ScopedTransaction): Promise<number> {
  const { rows } = await trx.raw(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables`,
  )
  return rows[0].read
}
