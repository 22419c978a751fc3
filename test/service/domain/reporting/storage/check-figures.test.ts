import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import type { RunInSystemTransaction } from '../../../../../service/domain/kernel/context.ts'
import { checkStorageFigures } from '../../../../../service/domain/reporting/storage/check-figures.ts'
import { sampleNightly } from '../../../../../service/domain/reporting/storage/sample.ts'
import { readContents } from '../../../../../service/domain/reporting/storage/content-sizes.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import type { Device } from '../../../../../service/store/models/device.ts'
import { Version } from '../../../../../service/store/models/version.ts'
import { seeded } from '../../../../support/random.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'
import { systemTransactions } from '../../../../support/system-transactions.ts'

const dayMs = 86_400_000

describe('the storage figures', () => {
  let test: TestRepository
  let tenants: Scene[]
  let devices: Device[][]

  before(async () => (test = await startTestRepository(new Date())))
  after(() => test.close())
  beforeEach(async () => {
    tenants = [await createScene(test.dependencies), await createScene(test.dependencies)]
    devices = await Promise.all(tenants.map((tenant) => Promise.all([tenant.hasDevice(), tenant.hasDevice()])))
  })

  const inPlatform: RunInSystemTransaction = (step) => systemTransactions(test.dependencies)(step)

  const contents = (tenant: Scene) =>
    tenant.inTransaction(async (context) => {
      const { customers, lineages } = await readContents(context, 100)
      const { id: _, slug: __, ...figures } = customers[0]!
      return {
        figures,
        lineages: lineages.map(({ artifactId, versions, collected }) => [artifactId, versions, collected]),
      }
    })

  /** Returns the same figures, summed over the counted rows. */
  const sums = (tenant: Scene) =>
    tenant.inTransaction(async ({ trx }) => {
      const { rows } = await trx.raw(
        `select (select count(distinct artifact_id) from versions) as lineages, (select count(*) from versions) as versions,
           (select coalesce(sum(size_bytes), 0)::bigint from versions) as collected,
           (select coalesce(sum(raw_bytes), 0)::bigint from packs where status <> 'announced') as unique,
           (select coalesce(sum(size), 0)::bigint from packs where status <> 'announced') as stored`,
      )
      const lineages = await trx.raw(
        `select artifact_id, count(*) as versions, sum(size_bytes)::bigint as collected from versions
         group by artifact_id order by collected desc, artifact_id`,
      )
      return {
        figures: rows[0],
        lineages: lineages.rows.map((row: { artifact_id: string; versions: number; collected: number }) => [
          row.artifact_id,
          row.versions,
          row.collected,
        ]),
      }
    })

  it('equal the sums after commits, expiries, sweeps and purges in any order', async () => {
    const random = seeded(40)
    const any = <T>(of: T[]) => of[Math.floor(random() * of.length)] as T
    const { knex, keys, store, now } = test.dependencies
    const steps = [
      async (at: number) => {
        await tenants[at]!.hasText(any(devices[at]!), randomBytes(200 + Math.floor(random() * 2_000)).toString('hex'))
      },
      async (at: number) => {
        const ids = await tenants[at]!.inTransaction(({ trx }) =>
          Version.query(trx).select('id').orderBy('id').execute(),
        )
        const left = ids.filter(() => random() < 0.4).map(({ id }) => id)
        await tenants[at]!.inTransaction(async ({ trx }) => {
          await trx('artifacts').whereIn('latest_version_id', left).update({ latest_version_id: null })
          await Version.query(trx).delete().whereIn('id', left)
        })
      },
      async (at: number) => {
        test.advance(3 * dayMs)
        await sweepTenant({ knex, keys, store, now }, tenants[at]!.id, { confirmed: true })
      },
    ]

    for (const step of [0, 0, 0, 0, 1, 2, 0, 2, 1, 0, 0, 1, 2, 2]) {
      for (const at of [0, 1]) if (random() < 0.8) await steps[step]!(at)
      for (const tenant of tenants) expect(await contents(tenant)).to.deep.equal(await sums(tenant))
    }
    const { corrected } = await checkStorageFigures(inPlatform)

    expect(corrected).to.deep.equal([])
  })

  it('equal the sums after concurrent commits of one tenant', async () => {
    const [tenant] = tenants
    const texts = Array.from({ length: 8 }, (_, n) => devices[0]![n % 2]!)

    await Promise.all(texts.map((device, n) => tenant!.hasText(device, `hostname sw-${n}\n`, { key: `text-${n}` })))

    expect(await contents(tenant!)).to.deep.equal(await sums(tenant!))
  })

  it('are corrected if they differ, without changing others', async () => {
    const [wrong, right] = tenants
    for (const [at, tenant] of tenants.entries()) {
      for (const device of devices[at]!) await tenant.hasText(device, 'hostname sw-1\n')
    }
    const expected = await sums(wrong!)
    await inPlatform(async ({ trx }) => {
      await trx.raw('update storage_figures set stored = stored + 17, versions = versions - 1 where tenant_id = ?', [
        wrong!.id,
      ])
      await trx.raw('update storage_lineages set collected = 5 where tenant_id = ?', [wrong!.id])
      await trx.raw(
        `delete from storage_lineages where tenant_id = :id
           and artifact_id = (select min(artifact_id::text)::uuid from storage_lineages where tenant_id = :id)`,
        { id: wrong!.id },
      )
      await trx.raw('insert into storage_lineages values (?, gen_random_uuid(), 3, 1000)', [wrong!.id])
    })

    const first = await checkStorageFigures(inPlatform)
    const second = await checkStorageFigures(inPlatform)

    expect(first.corrected).to.deep.equal([wrong!.id])
    expect(second.corrected).to.deep.equal([])
    expect(await contents(wrong!)).to.deep.equal(expected)
    expect(await contents(right!)).to.deep.equal(await sums(right!))
  })

  it('are checked by the nightly sample, which reports corrections', async () => {
    const [wrong] = tenants
    await wrong!.hasText(devices[0]![0]!, 'hostname sw-1\n')
    await inPlatform(({ trx }) => trx.raw('update storage_figures set stored = 0 where tenant_id = ?', [wrong!.id]))
    const reported: string[][] = []

    const first = await sampleNightly(inPlatform, (ids) => reported.push(ids))
    const second = await sampleNightly(inPlatform, (ids) => reported.push(ids))

    expect(first.outcome).to.equal('done')
    expect(first.counts).to.include({ corrected: 1 })
    expect(second.counts).to.equal(undefined)
    expect(reported).to.deep.equal([[wrong!.id]])
  })
})
