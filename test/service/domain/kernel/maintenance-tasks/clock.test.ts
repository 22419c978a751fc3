import { expect } from 'chai'
import { runRetention } from '../../../../../service/domain/repository/retention/run-retention.ts'
import { type ClockReadings, checkClock } from '../../../../../service/domain/kernel/maintenance-tasks/check-clock.ts'
import { skipIfClockSkewed } from '../../../../../service/domain/kernel/maintenance-tasks/skip-if-clock-skewed.ts'
import { purgeStorage } from '../../../../../service/domain/reporting/storage/purge.ts'
import { DomainError } from '../../../../../service/domain/kernel/domain-error.ts'
import { PolicyRun } from '../../../../../service/store/models/policy-run.ts'
import { Version } from '../../../../../service/store/models/version.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { createBareLineage } from '../../../../support/scene/rows.ts'
import { type Customer, type TestService, must, startTestService } from '../../../../support/service.ts'
import { policyDependencies } from '../../../../support/system-transactions.ts'

const dayMs = 24 * 3_600_000

describe('a clock change', () => {
  let service: TestService
  let customer: Customer

  beforeEach(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    const admin = await customer.as('tenant_admin')
    must(await admin.put('/api/retention/customer', { keep_days: 30, keep_last: 1 }), 200)
    const hoursAgo = (hours: number) => ({
      capturedAt: new Date(service.dependencies.now().getTime() - hours * 3_600_000),
    })
    await createBareLineage(service.dependencies, await customer.hasDevice(), [5, 4, 3, 2, 1].map(hoursAgo))
  })
  afterEach(() => service.close())

  async function night({ databaseIs = service.dependencies.now() } = {}): Promise<string[]> {
    const parts = policyDependencies(service.dependencies)
    const lines: string[] = []
    const log = (_level: 'warn', line: string) => void lines.push(line)
    await skipIfClockSkewed(
      parts.runInSystemTransaction,
      'retention',
      { log, readClock: async () => databaseIs },
      async () => {
        expect(await runRetention(parts)).to.deep.equal([])
      },
    )
    return lines
  }
  const inPlatform = <T>(work: Parameters<typeof inScope<T>>[2]) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, work)
  const versions = () => inPlatform((trx) => Version.query(trx).resultSize())
  const lastRun = () => inPlatform((trx) => PolicyRun.query(trx).orderBy('id', 'desc').first().throwIfNotFound())

  it('stops deletion when PostgreSQL has another time, and is reported', async () => {
    const rightly = service.dependencies.now()
    service.advance(365 * dayMs)

    const lines = await night({ databaseIs: rightly })

    expect(lines).to.have.length(1)
    expect(await versions()).to.equal(5)
    const { kind, outcome, reason } = await lastRun()
    expect({ kind, outcome }).to.deep.equal({ kind: 'retention', outcome: 'stopped' })
    expect(reason?.code).to.equal('clocks_differ')
  })

  it('stops deletion after a year’s gap, until the clock was steady for some nights', async () => {
    expect(await night()).to.deep.equal([])
    service.advance(365 * dayMs)

    for (let left = 3; left > 0; left--) {
      expect(await night()).to.have.length(1)
      expect(await night(), 'another replica').to.have.length(1)
      expect(await versions()).to.equal(5)
      service.advance(dayMs)
    }

    expect(await night()).to.deep.equal([])
    expect(await versions()).to.equal(1)
  })

  it('has no effect after it was corrected', async () => {
    expect(await night()).to.deep.equal([])
    service.advance(365 * dayMs)
    expect(await night()).to.have.length(1)
    service.advance(-364 * dayMs)

    expect(await night()).to.deep.equal([])
    expect(await versions()).to.equal(5)
  })

  it('rejects a manual confirmation too while PostgreSQL has another time', async () => {
    const { knex, keys, store, now, log } = service.dependencies
    const never = async () => {
      throw new Error('must not be asked')
    }
    const purge = purgeStorage(
      {
        ...policyDependencies(service.dependencies),
        inTransaction: never,
        inPlatformCall: never,
        sweep: { knex, keys, store, now },
        log,
        readDatabaseClock: async () => new Date(now().getTime() - dayMs),
      },
      { confirm: customer.slug, dryRun: false, acceptRestored: false },
    )

    const refusal = await purge.then(() => null).catch((error: unknown) => error as DomainError)

    expect(refusal).to.be.instanceOf(DomainError)
    expect(refusal?.fields.code).to.equal('clock_differs')
  })
})

describe('the clock check', () => {
  const now = new Date('2026-08-01T02:00:00Z')
  const fine = { now, databaseNow: now, lastRunAt: new Date(now.getTime() - dayMs), nightsPutOff: 0 }
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const cases: [string, Partial<ClockReadings>, string | null][] = [
    ['a night like any other', {}, null],
    ['the first night of all', { lastRunAt: null }, null],
    ['a few minutes beside PostgreSQL', { databaseNow: ago(14 * 60_000) }, null],
    ['an hour ahead of PostgreSQL', { databaseNow: ago(3_600_000) }, 'differs'],
    ['an hour behind PostgreSQL', { databaseNow: ago(-3_600_000) }, 'differs'],
    ['after a week', { lastRunAt: ago(7 * dayMs) }, null],
    ['after more than a week', { lastRunAt: ago(8 * dayMs) }, 'jumped'],
    ['after three nights of waiting', { lastRunAt: ago(8 * dayMs), nightsPutOff: 3 }, null],
    ['three nights are nothing against PostgreSQL', { databaseNow: ago(dayMs), nightsPutOff: 3 }, 'differs'],
  ]
  for (const [name, readings, kind] of cases) {
    it(`${name}: ${kind ?? 'yes'}`, () => {
      expect(checkClock({ ...fine, ...readings })?.kind ?? null).to.equal(kind)
    })
  }
})
