import { expect } from 'chai'
import { type RateLimiter, createRateLimiter } from '../../../../../service/domain/kernel/limits/rate-limiter.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { type TestDatabase, freshDatabase } from '../../../../support/database.ts'
import { manualClock } from '../../../../support/fake-clock.ts'

describe('the requests allowed in a minute', () => {
  let db: TestDatabase
  before(async () => (db = await freshDatabase()))
  after(() => db.drop())

  it('are one budget on all replicas, for any number of concurrent requests', async () => {
    const replicas = [createRateLimiter(db.knex), createRateLimiter(db.knex)]

    const waits = await Promise.all(
      Array.from({ length: 140 }, (_, at) =>
        replicas[at % 2]!.spend('a crowd', 1, 100).then(({ waitMs }) => waitMs === 0),
      ),
    )

    // Tokens that are refilled while the test runs are accepted too: 100 a minute, several dozen on the slowest
    // machine.
    expect(waits.filter(Boolean).length).to.be.within(100, 139)
  })

  it('are used faster by expensive requests, and not by rejected ones', async () => {
    const spend = waitsOf(createRateLimiter(db.knex))

    const waits = [
      await spend('searches', 6, 10),
      await spend('searches', 6, 10),
      await spend('searches', 4, 10),
      await spend('searches', 1, 10),
    ]

    expect(waits.map((ms) => ms === 0)).to.deep.equal([true, false, true, false])
  })

  it('require at least a full minute for a request above the budget', async () => {
    const spend = waitsOf(createRateLimiter(db.knex))

    const waits = [await spend('an export', 50, 10), await spend('an export', 50, 10)]

    expect(waits[0]).to.equal(0)
    expect(waits[1]).to.be.within(1, 60_000)
  })

  it('are separate for each client', async () => {
    const spend = waitsOf(createRateLimiter(db.knex))
    await spend('one', 10, 10)

    expect([(await spend('one', 1, 10)) > 0, await spend('another', 1, 10)]).to.deep.equal([true, 0])
  })

  it('are available again after the announced wait, during which the database is not queried', async () => {
    const clock = manualClock()
    const spend = waitsOf(createRateLimiter(db.knex, () => clock.now().getTime()))
    await spend('patient', 10, 10)
    const waitMs = await spend('patient', 1, 10)
    await refill('patient')

    const early = await spend('patient', 1, 10)
    clock.advance(waitMs)
    const later = await spend('patient', 1, 10)

    expect(early).to.be.above(0)
    expect(later).to.equal(0)
  })

  it('are reported as remaining, from the local share and the refill', async () => {
    const clock = manualClock()
    const allowances = createRateLimiter(db.knex, () => clock.now().getTime())

    const first = await allowances.spend('a counter', 200, 600)
    const second = await allowances.spend('a counter', 1, 600)
    clock.advance(6_000)
    const third = await allowances.spend('a counter', 1, 600)
    const refused = await allowances.spend('a counter', 600, 600)

    // The database's own clock advances while the test runs: at 600 a minute, ten tokens a second.
    expect(first).to.deep.include({ waitMs: 0, left: 400 })
    expect(second.left).to.be.within(399, 560)
    expect(third.left - second.left).to.be.within(58, 60)
    expect(refused.waitMs).to.be.above(0)
    expect(refused.left).to.be.within(390, 599)
  })

  const refill = (name: string) =>
    inScope(db.knex, { kind: 'platform' }, (trx) =>
      trx('rate_buckets')
        .where({ name })
        .update({ next_at: trx.raw('now()') }),
    )
})

function waitsOf({ spend }: RateLimiter) {
  return async (...asked: Parameters<RateLimiter['spend']>) => (await spend(...asked)).waitMs
}
