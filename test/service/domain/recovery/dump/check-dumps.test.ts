import { expect } from 'chai'
import { installationId } from '../../../../../service/domain/kernel/installation/installation-id.ts'
import { listStoredDumps, storeDump } from '../../../../../service/domain/recovery/dump/stored-dumps.ts'
import { checkDumps, chooseDumps } from '../../../../../service/domain/recovery/dump/check-dumps.ts'
import { AuditRow } from '../../../../../service/store/models/audit-row.ts'
import { type ScopedTransaction, inScope } from '../../../../../service/store/scope.ts'
import { seeded } from '../../../../support/random.ts'
import { type TestService, startTestService } from '../../../../support/service.ts'
import { systemTransactions } from '../../../../support/system-transactions.ts'

describe('the check of dumps', () => {
  let service: TestService
  let alarms: string[]

  before(async () => {
    service = await startTestService()
    await service.hasTenant()
    for (let made = 0; made < 3; made++) {
      const { knex, masterKey, store, now } = service.dependencies
      const installation = await inPlatform((trx) => installationId({ trx, now: now() }))
      await storeDump({ knex, masterKey, store, now: now(), installation })
      service.advance(24 * 3_600_000)
    }
  })
  after(() => service.close())
  beforeEach(() => (alarms = []))

  const inPlatform = <T>(work: (trx: ScopedTransaction) => Promise<T>) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, work)
  const audits = () =>
    inPlatform(async (trx) => AuditRow.query(trx).where({ action: 'integrity.damaged' }).resultSize())

  function check(isRequested = false) {
    const { store, masterKey, now } = service.dependencies
    const alarm = (line: string) => void alarms.push(line)
    const runInSystemTransaction = systemTransactions(service.dependencies)
    return checkDumps({ store, masterKey, now, alarm, runInSystemTransaction, isRequested })
  }

  it('reads the newest and one other each night, and all on request', async () => {
    const dumps = await listStoredDumps(service.dependencies.store)

    expect(await check()).to.deep.include({ outcome: 'done' })
    expect((await check(true)).counts).to.deep.equal({ dumps: 3, dumps_damaged: 0, dumps_of_former_key: 0 })
    const nights = [1, 2].map((day) => chooseDumps(dumps, new Date(day * 24 * 3_600_000)).map(({ name }) => name))
    expect(nights.map(([newest]) => newest)).to.deep.equal([dumps[0]!.name, dumps[0]!.name])
    expect(new Set(nights.flat()).size).to.equal(3)
    expect(alarms).to.deep.equal([])
  })

  it('reports any flipped bit as an alarm, once in the audit, and in a failed run', async () => {
    const { store } = service.dependencies
    const [newest] = await listStoredDumps(store)
    const key = `dumps/${newest!.name}/part-000001`
    const good = await store.get(key)
    const random = seeded(11)
    const places = [20, 60, good.length - 1, ...Array.from({ length: 12 }, () => Math.floor(random() * good.length))]
    for (const at of places) {
      const flipped = Buffer.from(good)
      flipped[at]! ^= 1 << Math.floor(random() * 8)
      await store.put(key, flipped)

      const { outcome, reason } = await check()

      expect(outcome, `byte ${at}`).to.equal('failed')
      expect(reason).to.have.nested.property('params.dumps[0].params.dump', newest!.name)
    }
    await store.delete(key)
    expect((await check()).outcome, 'a part is gone').to.equal('failed')
    await store.put(key, good)

    expect((await check()).outcome).to.equal('done')
    expect(alarms).to.have.length(places.length + 1)
    expect(await audits()).to.equal(1)
  })
})
