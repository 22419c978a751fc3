import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type Logger, pino } from 'pino'
import { createClosers } from '../../service/closers.ts'
import { createDependencies } from '../../service/create-dependencies.ts'
import type { Dependencies } from '../../service/dependencies.ts'
import { createKeyring, followDestruction } from '../../service/keys/keyring.ts'
import { loadServiceKeys } from '../../service/keys/service-keys.ts'
import type { ObjectStore } from '../../service/objects/object-store.ts'
import { createDiskStore } from '../../service/objects/disk.ts'
import { readSettings } from '../../service/settings.ts'
import { createSignals } from '../../service/store/pg-notify.ts'
import type { TestDatabase } from './database.ts'
import { createSharedWorkers } from './shared-workers.ts'

export interface TestDependenciesOptions {
  environment?: Record<string, string>
  /** Wraps the service's disk store. */
  wrapStore?: (store: ObjectStore) => ObjectStore
  now?: Date
  /** Of an existing installation; default: a new one. */
  masterKey?: Buffer
  /** Default: a silent one. */
  log?: Logger
}

/** Returns the service's own dependencies, with a clock that the test advances, and what closes them. */
export async function createTestDependencies(db: TestDatabase, folder: string, options: TestDependenciesOptions) {
  const log = options.log ?? pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent', base: null })
  const settings = readSettings({ BKP_DATA_DIR: folder, ...options.environment })
  let instant = options.now ?? new Date()
  const now = () => new Date(instant)
  const masterKey = options.masterKey ?? randomBytes(32)
  const keys = createKeyring(db.knex, masterKey)
  const serviceKeys = await loadServiceKeys(db.knex, masterKey, now())
  const disk = await createDiskStore(path.join(folder, 'objects'))
  const store = options.wrapStore?.(disk) ?? disk
  const closers = createClosers(log)
  const signals = createSignals({ listenUrl: db.url, log })
  closers.add(() => signals.close())
  followDestruction(keys, signals)
  const { knex, agentsKnex } = db
  const dependencies: Dependencies = createDependencies(
    { settings, knex, agentsKnex, keys, masterKey, serviceKeys, store, signals, now, log },
    closers,
    createSharedWorkers(),
  )
  return { dependencies, closers, advance: (ms: number) => void (instant = new Date(instant.getTime() + ms)) }
}
