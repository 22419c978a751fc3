import { expect } from 'chai'
import { holdBack, takeTurn } from '../../../../../service/domain/jobs/cloud/rate-bucket.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { freshDatabase, type TestDatabase } from '../../../../support/database.ts'

describe('a cloud rate limit', () => {
  let db: TestDatabase
  before(async () => (db = await freshDatabase()))
  after(() => db.drop())

  const take = (name: string, everyMs = 200) =>
    inScope(db.knex, { kind: 'platform' }, (trx) => takeTurn(trx, name, everyMs))
  const sorted = (turns: { at: Date }[]) => turns.map(({ at }) => at.getTime()).sort((a, b) => a - b)

  it('keeps the minimum distance between concurrent requests', async () => {
    const turns = await Promise.all(Array.from({ length: 20 }, () => take('one organisation')))

    const at = sorted(turns)
    const gaps = at.slice(1).map((one, before) => one - (at[before] ?? 0))
    expect(Math.min(...gaps)).to.be.at.least(199)
    expect(turns.map(({ waitMs }) => waitMs)).to.satisfy((waits: number[]) => waits.every((wait) => wait >= 0))
  })

  it('is separate for each organisation', async () => {
    await Promise.all([take('busy', 60_000), take('busy', 60_000)])

    const other = await take('idle')

    expect(other.waitMs).to.equal(0)
  })

  it('does not accumulate unused capacity', async () => {
    await inScope(db.knex, { kind: 'platform' }, (trx) =>
      trx.raw(`insert into rate_buckets values ('rested', clock_timestamp() - interval '1 hour')`),
    )

    const turns = [await take('rested'), await take('rested'), await take('rested')]

    const [first = 0, second = 0, third = 0] = sorted(turns)
    expect(second - first).to.be.at.least(199)
    expect(third - second).to.be.at.least(199)
  })

  it('pauses as long as the vendor demands, and a shorter pause does not end a longer one', async () => {
    const hold = (ms: number) => inScope(db.knex, { kind: 'platform' }, (trx) => holdBack(trx, 'held', ms))
    await hold(600_000)
    await hold(1_000)

    const { waitMs } = await take('held')

    expect(waitMs).to.be.within(500_000, 600_000)
  })
})
