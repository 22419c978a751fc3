import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { createSearchService } from '../../service/domain/repository/search/search-service.ts'
import { createRepository } from '../../service/domain/repository/chunks/create-repository.ts'
import { createKeyring } from '../../service/keys/keyring.ts'
import { loadServiceKeys } from '../../service/keys/service-keys.ts'
import { createDiskStore } from '../../service/objects/disk.ts'
import type { ObjectStore } from '../../service/objects/object-store.ts'
import type { Dependencies } from '../../service/dependencies.ts'
import { readSettings } from '../../service/settings.ts'
import { createOutgoing, checkAddressFor } from '../../service/outbound/create-outbound-client.ts'
import { createServicePool } from '../../service/workers/service-pool.ts'
import { type TestDatabase, freshDatabase } from './database.ts'
import { temporaryFolder } from './temporary-folders.ts'

/** The service's pieces that keep and read backups, without its HTTP side. Counts what is read from the store. */
export interface TestRepository {
  dependencies: Omit<Dependencies, 'signals'>
  db: TestDatabase
  /** Requests to the store since the last time this was set to 0. */
  reads: number
  /** When set, every request to the store fails with it. */
  outage: Error | null
  /** Moves the clock, which stands still otherwise. */
  advance(ms: number): void
  /** Where the disk store keeps its files. */
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
  const workers = createServicePool()
  const store: ObjectStore = {
    ...disk,
    async get(key, range) {
      test.reads++
      if (test.outage) throw test.outage
      return disk.get(key, range)
    },
    async put(key, bytes) {
      if (test.outage) throw test.outage
      return disk.put(key, bytes)
    },
  }
  const repository = createRepository({ knex: db.knex, keys, serviceKeys, store, workers, now })
  const searching = createSearchService({ knex: db.knex, keys, store, now })
  const settings = readSettings({ BKP_DATA_DIR: folder })
  const outgoing = createOutgoing({ judge: checkAddressFor(settings.importAllowPrivate) })
  const log = pino({ level: 'silent' })
  const test: TestRepository = {
    dependencies: {
      settings,
      knex: db.knex,
      keys,
      masterKey,
      serviceKeys,
      store,
      repository,
      forAgents: { knex: db.agentsKnex, repository },
      searching,
      workers,
      outgoing,
      now,
      log,
    },
    db,
    reads: 0,
    outage: null,
    advance: (ms) => (instant = new Date(instant.getTime() + ms)),
    folder: path.join(folder, 'objects'),
    async close() {
      await workers.close()
      await searching.close()
      await db.drop()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
  return test
}
