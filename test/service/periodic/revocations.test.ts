import { randomBytes, randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { pino } from 'pino'
import { storeRevocations } from '../../../service/domain/recovery/revocations/store-revocations.ts'
import { readTombstone } from '../../../service/domain/inventory/tenants/tombstone.ts'
import { createKeyring } from '../../../service/keys/keyring.ts'
import { loadServiceKeys } from '../../../service/keys/service-keys.ts'
import { openStore } from '../../../service/objects/open-store.ts'
import { type Periodic, startPeriodic } from '../../../service/periodic/start-periodic.ts'
import { type Settings, readSettings } from '../../../service/settings.ts'
import { type ScopedTransaction, inScope } from '../../../service/store/scope.ts'
import { type TestDatabase, freshDatabase } from '../../support/database.ts'

const dayMs = 24 * 3_600_000

describe('periodic work on revocations and tombstones', function () {
  const masterKey = randomBytes(32)
  let db: TestDatabase
  let folder: string
  let settings: Settings
  let lines: string[]
  let periodic: Periodic

  beforeEach(async () => {
    db = await freshDatabase()
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-revocations-'))
    settings = readSettings({ BKP_DATA_DIR: folder })
    lines = []
  })
  afterEach(async () => {
    await periodic.stop()
    await db.drop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('stores a pending record when the object store responds again', async () => {
    await record(new Date(Date.now() + dayMs))

    periodic = await start(Date.now())
    await until(async () => lines.some((line) => line.includes('cannot store revocations')))
    const before = await storedRows()
    await openStore(settings)
    await until(async () => lines.some((line) => line.includes('stored revocations that had waited')))

    expect([before, await storedRows()]).to.deep.equal([0, 1])
    expect(await objects()).to.have.lengthOf(1)
  })

  it('deletes at night the records of expired revoked tokens only', async () => {
    const store = await openStore(settings)
    await record(new Date(Date.now() - 2 * dayMs))
    const lasting = await record(new Date(Date.now() + 60_000))
    const serviceKeys = await loadServiceKeys(db.knex, masterKey, new Date())
    await storeRevocations({
      runInSystemTransaction: (step) => asPlatform((trx) => step({ trx, now: new Date() })),
      store,
      serviceKeys,
    })
    const before = await objects()

    periodic = await start(Date.UTC(2026, 0, 2, 3, 16, 59))
    await until(async () => (await storedRows()) === 1)

    expect(before).to.have.lengthOf(2)
    expect(await objects()).to.have.lengthOf(1)
    expect((await objects())[0]).to.contain(lasting)
  })

  it('seals at night a legacy tombstone if the database confirms the destruction', async () => {
    const store = await openStore(settings)
    const [gone, forged] = [randomUUIDv7(), randomUUIDv7()]
    const at = new Date()
    const unsealed = '{"tenant_id":"of an earlier version"}\n'
    for (const id of [gone, forged]) await store.put(`tenants/${id}/tombstone`, Buffer.from(unsealed))
    await loadServiceKeys(db.knex, masterKey, at)
    await asPlatform((trx) =>
      trx('destructions').insert({
        ...{ id: randomUUIDv7(), tenant_id: gone, kind: 'tenant', slug: 'gone', name: 'Gone', state: 'done' },
        ...{ requested_by: 'an administrator', requested_at: at, due_at: at, started_at: at },
      }),
    )
    const keys = await createKeyring(db.knex, masterKey).tombstoneKeys()

    periodic = await start(Date.UTC(2026, 0, 2, 3, 16, 59))
    await until(async () => lines.some((line) => line.includes('sealed the tombstones of destroyed keys')))

    const sealed = { isDeleted: true, keysDestroyedAt: at.toISOString(), isSealed: true, isSealedByAll: true }
    expect(await readTombstone(store, keys, `tenants/${gone}`)).to.deep.equal(sealed)
    expect((await store.get(`tenants/${forged}/tombstone`)).toString()).to.equal(unsealed)
  })

  /** Adds a revoked token with this expiry. */
  async function record(expiresAt: Date): Promise<string> {
    const id = randomUUIDv7()
    const state = JSON.stringify({ expiresAt: expiresAt.toISOString() })
    await asPlatform((trx) =>
      trx('revocations').insert({ kind: 'token', subject_id: id, tenant_id: null, state, recorded_at: new Date() }),
    )
    return id
  }

  const storedRows = () =>
    asPlatform(async (trx) => Number((await trx('revocations').whereNotNull('stored_at').count())[0]?.['count']))

  async function objects(): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of (await openStore(settings)).list('revocations/')) keys.push(key)
    return keys
  }

  /** Starts with a clock that runs from this time. */
  function start(from: number) {
    const startedAt = performance.now()
    const now = () => new Date(from + performance.now() - startedAt)
    const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) })
    const signals = { on: () => () => undefined }
    const parts = { settings, masterKey, log, now, knex: db.knex, signals }
    return startPeriodic(parts, db.url, { everyMs: 50 })
  }

  const asPlatform = <T>(work: (trx: ScopedTransaction) => PromiseLike<T>): Promise<T> =>
    inScope(db.knex, { kind: 'platform' }, work)

  /** Fails with the log after two minutes. */
  async function until(condition: () => Promise<boolean>): Promise<void> {
    for (let left = 2_400; left > 0; left -= 1) {
      if (await condition()) return
      await pause(50)
    }
    expect.fail(lines.join('\n'))
  }
})
