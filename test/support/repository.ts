import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { createClosers } from '../../service/closers.ts'
import { createDependencies } from '../../service/create-dependencies.ts'
import { createKeyring } from '../../service/keys/keyring.ts'
import { loadServiceKeys } from '../../service/keys/service-keys.ts'
import { createDiskStore } from '../../service/objects/disk.ts'
import type { ObjectStore } from '../../service/objects/object-store.ts'
import type { Dependencies } from '../../service/dependencies.ts'
import { readSettings } from '../../service/settings.ts'
import { type TestDatabase, freshDatabase } from './database.ts'
import { createSharedWorkers } from './shared-workers.ts'
import { temporaryFolder } from './temporary-folders.ts'

/** The service's components that store and read backups, without HTTP. Counts reads from the store. */
export interface TestRepository {
  dependencies: Omit<Dependencies, 'signals'>
  db: TestDatabase
  /** Number of requests to the store since it was last set to 0. */
  reads: number
  /** If set, every request to the store fails with it. */
  outage: Error | null
  /** Advances the clock, which is otherwise stopped. */
  advance(ms: number): void
  /** The folder of the disk store. */
  folder: string
  close(): Promise<void>
}

export async function startTestRepository(start = new Date('2025-03-01T12:00:00Z')): Promise<TestRepository> {
  const db = await freshDatabase()
  const folder = temporaryFolder('coffer-test-repository-')
  let instant = start
  const now = () => new Date(instant)
  const masterKey = randomBytes(32)
  const keys = createKeyring(db.knex, masterKey)
  const serviceKeys = await loadServiceKeys(db.knex, masterKey, now())
  const disk = await createDiskStore(path.join(folder, 'objects'))
  const store: ObjectStore = {
    ...disk,
    async get(key, range, allocate) {
      test.reads++
      if (test.outage) throw test.outage
      return disk.get(key, range, allocate)
    },
    async put(key, bytes) {
      if (test.outage) throw test.outage
      return disk.put(key, bytes)
    },
  }
  const log = pino({ level: 'silent' })
  const closers = createClosers(log)
  const { knex, agentsKnex } = db
  const settings = readSettings({ BKP_DATA_DIR: folder })
  const test: TestRepository = {
    dependencies: createDependencies(
      { settings, knex, agentsKnex, keys, masterKey, serviceKeys, store, now, log },
      closers,
      createSharedWorkers(),
    ),
    db,
    reads: 0,
    outage: null,
    advance: (ms) => (instant = new Date(instant.getTime() + ms)),
    folder: path.join(folder, 'objects'),
    async close() {
      await closers.closeAll()
      await db.drop()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
  return test
}
