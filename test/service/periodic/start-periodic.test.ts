import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { pino } from 'pino'
import { startPeriodic } from '../../../service/periodic/start-periodic.ts'
import { readSettings } from '../../../service/settings.ts'
import { IdempotencyKey } from '../../../service/store/models/idempotency-key.ts'
import { Tenant } from '../../../service/store/models/tenant.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type TestDatabase, freshDatabase } from '../../support/database.ts'

describe('periodic work', () => {
  let db: TestDatabase

  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.drop())

  it('runs in threads of its own, at its times, and ends when it is told to', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) })
    await hasOldKey()

    const periodic = await startPeriodic(
      { settings: readSettings({}), masterKey: randomBytes(32), log, now: clockFrom(3, 16, 59) },
      db.url,
      { everyMs: 50 },
    )
    const isConnected = await until(async () => (await connections('scheduler')) > 0)
    const isExpired = await until(async () => (await keys()) === 0)
    await periodic.stop()

    expect([isConnected, isExpired], lines.join('\n')).to.deep.equal([true, true])
    expect(await until(async () => (await connections('scheduler')) === 0)).to.equal(true)
    expect(lines.join('')).to.not.contain('failed')
  })

  async function connections(worker: string): Promise<number> {
    const { rows } = await db.owner.raw(
      'select count(*) as n from pg_stat_activity where datname = current_database() and application_name = ?',
      [`coffer ${worker}`],
    )
    return rows[0].n
  }

  function keys(): Promise<number> {
    return inScope(db.knex, { kind: 'platform' }, (trx) => IdempotencyKey.query(trx).resultSize())
  }

  async function hasOldKey() {
    const at = new Date(0)
    await inScope(db.knex, { kind: 'platform' }, async (trx) => {
      const tenantId = randomUUIDv7()
      const tenant = { id: tenantId, slug: 'a', name: 'A', prefix: 'a', createdAt: at, updatedAt: at }
      await Tenant.query(trx).insert({ ...tenant, decommissionedRetentionDays: 1 })
      const key = randomUUIDv7()
      const row = { id: key, tenantId, actorId: key, key, requestHash: Buffer.alloc(32), createdAt: at }
      await IdempotencyKey.query(trx).insert(row)
    })
  }
})

/** A clock that goes from this time of a day (UTC). */
function clockFrom(hour: number, minute: number, second: number): () => Date {
  const startedAt = performance.now()
  const from = Date.UTC(2026, 0, 2, hour, minute, second)
  return () => new Date(from + performance.now() - startedAt)
}

async function until(condition: () => Promise<boolean>): Promise<boolean> {
  for (let left = 200; left > 0; left -= 1) {
    if (await condition()) return true
    await pause(25)
  }
  return false
}
