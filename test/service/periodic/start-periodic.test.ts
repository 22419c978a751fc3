import { randomBytes, randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { pino } from 'pino'
import { type PeriodicOptions, startPeriodic } from '../../../service/periodic/start-periodic.ts'
import { nightlyKinds } from '../../../service/domain/kernel/maintenance-tasks/nightly-kinds.ts'
import { readSettings } from '../../../service/settings.ts'
import { Device } from '../../../service/store/models/device.ts'
import { IdempotencyKey } from '../../../service/store/models/idempotency-key.ts'
import { PolicyRun } from '../../../service/store/models/policy-run.ts'
import { Tenant } from '../../../service/store/models/tenant.ts'
import { type ScopedTransaction, inScope } from '../../../service/store/scope.ts'
import { type TestDatabase, freshDatabase } from '../../support/database.ts'

const day = 24 * 3_600_000

describe('periodic work', function () {
  let db: TestDatabase
  let folder: string
  let lines: string[]

  beforeEach(async () => {
    db = await freshDatabase()
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-periodic-'))
    lines = []
  })
  afterEach(async () => {
    await db.drop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('runs in its own threads, on schedule, and ends when it is stopped', async () => {
    await hasOldKey()

    const periodic = await start({}, clockFrom(3, 16, 59))
    const isConnected = await until(async () => (await connections('loops')) > 0)
    const isExpired = await until(async () => (await keys()) === 0)
    await periodic.stop()

    expect([isConnected, isExpired], lines.join('\n')).to.deep.equal([true, true])
    expect(await until(async () => (await connections('loops')) === 0)).to.equal(true)
    expect(lines.join('')).to.not.contain('failed')
  })

  it('runs and records every nightly task at its time in BKP_TIMEZONE', async () => {
    const times = {
      report: '00:05',
      sample: '00:40',
      conversion: '01:30',
      facts: '01:35',
      purge: '02:00',
      retention: '02:10',
      sweep: '02:20',
      object_lock: '02:50',
      integrity: '03:00',
      expire: '03:17',
      dump: '04:10',
    }
    const inKolkata = (time: string) => Date.parse(`2026-11-21T${time}:00+05:30`)
    let instant = inKolkata('00:00')
    let readings = 0
    const now = () => {
      readings += 1
      return new Date(instant)
    }

    const periodic = await start({ BKP_TIMEZONE: 'Asia/Kolkata' }, now)
    for (const time of Object.values(times).sort()) {
      instant = inKolkata(time) + 1_000
      const before = readings
      await until(() => Promise.resolve(readings > before + 1))
    }
    const recorded = async () => {
      const runs = await Promise.all(nightlyKinds.map(runsOf))
      return nightlyKinds.filter((_, at) => (runs[at] ?? []).some(({ finishedAt }) => finishedAt))
    }
    await until(async () => (await recorded()).length === nightlyKinds.length)
    const kinds = await recorded()
    await periodic.stop()

    expect(kinds, lines.join('\n')).to.have.members(Object.keys(times))
  })

  it('records a task that cannot begin as failed', async () => {
    await db.owner.raw('alter table tenants rename to elsewhere')
    let instant = Date.parse('2026-11-21T02:19:30Z')

    const periodic = await start({}, () => new Date(instant))
    for (const [kind, time] of [
      ['sweep', '02:20'],
      ['integrity', '03:00'],
    ] as const) {
      instant = Date.parse(`2026-11-21T${time}:01Z`)
      await until(async () => (await runsOf(kind)).length > 0)
    }
    await periodic.stop()

    const runs = [...(await runsOf('sweep')), ...(await runsOf('integrity'))]
    expect(runs.map(({ outcome, tenantId }) => [outcome, tenantId])).to.deep.equal(Array(2).fill(['failed', null]))
    expect(lines.join('')).to.contain('a periodic worker failed')
  })

  it('corrects a device that waits for a wrong occurrence', async () => {
    const wrong = new Date(Date.now() + 300 * day)
    const deviceId = await hasDevice(wrong)

    const periodic = await start({ BKP_SCHEDULE_JITTER_MINUTES: '0' }, () => new Date())
    const next = async () => (await asPlatform((trx) => Device.query(trx).findById(deviceId)))?.nextRunAt
    await until(async () => (await next())?.getTime() !== wrong.getTime())
    await periodic.stop()

    expect((await next())?.getTime()).to.be.within(Date.now() - day, Date.now() + day)
  })

  it('continues with the other loops when one cannot begin', async () => {
    await db.owner.raw('alter table service_keys rename to elsewhere')
    const deviceId = await hasDevice(new Date(Date.now() + 300 * day))

    const periodic = await start({ BKP_SCHEDULE_JITTER_MINUTES: '0' }, () => new Date())
    const isFailing = await until(() =>
      Promise.resolve(lines.some((line) => line.includes('a periodic worker failed'))),
    )
    const next = async () => (await asPlatform((trx) => Device.query(trx).findById(deviceId)))?.nextRunAt?.getTime()
    const isAligned = await until(async () => ((await next()) ?? Infinity) < Date.now() + day)
    await periodic.stop()

    expect([isFailing, isAligned], lines.join('\n')).to.deep.equal([true, true])
    expect(lines.join('')).to.contain('"worker":"cloud"')
  })

  function start(environment: Record<string, string>, now: () => Date, options: PeriodicOptions = { everyMs: 50 }) {
    const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) })
    const settings = readSettings({ BKP_DATA_DIR: folder, ...environment })
    const signals = { on: () => () => undefined }
    return startPeriodic({ settings, masterKey: randomBytes(32), log, now, knex: db.knex, signals }, db.url, options)
  }

  function asPlatform<T>(work: (trx: ScopedTransaction) => PromiseLike<T>): Promise<T> {
    return inScope(db.knex, { kind: 'platform' }, work)
  }

  function runsOf(kind: string): Promise<PolicyRun[]> {
    return asPlatform((trx) => PolicyRun.query(trx).where({ kind }))
  }

  async function connections(worker: string): Promise<number> {
    const { rows } = await db.owner.raw(
      'select count(*) as n from pg_stat_activity where datname = current_database() and application_name = ?',
      [`coffer ${worker}`],
    )
    return rows[0].n
  }

  function keys(): Promise<number> {
    return asPlatform((trx) => IdempotencyKey.query(trx).resultSize())
  }

  async function hasTenant(trx: ScopedTransaction) {
    const at = new Date(0)
    const id = randomUUIDv7()
    const tenant = { id, slug: 'a', name: 'A', prefix: 'a', createdAt: at, updatedAt: at }
    await Tenant.query(trx).insert({ ...tenant, decommissionedRetentionDays: 1 })
    return id
  }

  async function hasOldKey() {
    await asPlatform(async (trx) => {
      const tenantId = await hasTenant(trx)
      const key = randomUUIDv7()
      const row = { id: key, tenantId, actorId: key, key, requestHash: Buffer.alloc(32), createdAt: new Date(0) }
      await IdempotencyKey.query(trx).insert(row)
    })
  }

  async function hasDevice(nextRunAt: Date): Promise<string> {
    const [id, at] = [randomUUIDv7(), new Date(0)]
    const named = { name: 'd', hostname: 'd', platform: 'netco_iosxe', search: '', createdAt: at, updatedAt: at }
    const waiting = { schedule: '0 2 * * *', enabled: true, nextOccurrenceAt: nextRunAt, nextRunAt }
    await asPlatform(async (trx) => {
      await Device.query(trx).insert({ id, tenantId: await hasTenant(trx), ...named, ...waiting })
    })
    return id
  }
})

/** Returns a clock that runs from this time of a day (UTC). */
function clockFrom(hour: number, minute: number, second: number): () => Date {
  const startedAt = performance.now()
  const from = Date.UTC(2026, 0, 2, hour, minute, second)
  return () => new Date(from + performance.now() - startedAt)
}

async function until(condition: () => Promise<boolean>): Promise<boolean> {
  for (let left = 600; left > 0; left -= 1) {
    if (await condition()) return true
    await pause(25)
  }
  return false
}
