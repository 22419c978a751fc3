import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Closers } from './closers.ts'
import { warnOnClockSkew } from './clock-skew.ts'
import { type Database, connectPools, openDatabase } from './database.ts'
import type { Dependencies } from './dependencies.ts'
import type { RunInSystemTransaction } from './domain/kernel/context.ts'
import { readDatabaseClock } from './domain/kernel/maintenance-tasks/skip-if-clock-skewed.ts'
import { finishRevocations } from './domain/recovery/revocations/finish-revocations.ts'
import { acquireInstanceLock } from './instance-lock.ts'
import { createKeyring, followDestruction } from './keys/keyring.ts'
import type { MasterKey } from './keys/master-key.ts'
import { generatedKeyNotice, openMasterKey } from './keys/open-master-key.ts'
import { loadServiceKeys } from './keys/service-keys.ts'
import { makeDataDirectory } from './make-data-directory.ts'
import type { ObjectStore } from './objects/object-store.ts'
import { openStore } from './objects/open-store.ts'
import { passwordsIn } from './settings-secrets.ts'
import type { Settings } from './settings.ts'
import { findConnectionShortage } from './store/connection-demand.ts'
import { createSignals } from './store/pg-notify.ts'
import { inScope } from './store/scope.ts'
import { verifyStoreMatchesDatabase } from './verify-store.ts'

/** Test overrides, and the secrets that the log redacts. */
export type Given = Pick<Dependencies, 'secrets' | 'failpoint' | 'intervals'>

/** Resources that every process of a replica has. */
export interface Installation
  extends
    Pick<
      Dependencies,
      'settings' | 'knex' | 'keys' | 'masterKey' | 'serviceKeys' | 'store' | 'signals' | 'now' | 'log'
    >,
    Required<Pick<Dependencies, 'readDatabaseClock'>>,
    Given {
  database: Database
  /** Connections for requests of agents. */
  agentsKnex: Knex
}

/**
 * Opens the installation for the first process of a replica. It starts the embedded PostgreSQL and migrates the schema.
 * It takes the lock that excludes commands which need exclusive access. It checks that object store, database and
 * master key belong together.
 * @throws StartupError
 * @throws StoreUnreachable
 */
export async function openInstallation(
  settings: Settings,
  log: Logger,
  given: Given,
  closers: Closers,
): Promise<Installation> {
  makeDataDirectory(settings.dataDirectory)
  const store = await openStore(settings)
  if (settings.objectStore !== 'disk') await store.check() // fail at start, not at the first backup
  await store.locks?.confirm()
  const database = await openDatabase(settings, log)
  closers.add(() => database.stop())
  const pools = connectPools(database)
  closers.add(() => pools.close())
  const { knex } = pools
  const held = await acquireInstanceLock({ knex, url: database.listenUrl, log })
  closers.add(() => held.release())
  const shortage = await findConnectionShortage(knex, settings.processes)
  if (shortage) log.warn(shortage)
  const { masterKey, made } = await openMasterKey(knex, settings.masterKey, settings.dataDirectory)
  held.knows(masterKey)
  if (made) log.warn(generatedKeyNotice(made))
  await verifyStoreMatchesDatabase(knex, store, settings)
  const parts = { settings, log, given, database, masterKey, store, ...pools }
  const installation = await joinInstallation(parts, closers)
  const { serviceKeys, now } = installation
  const runInSystemTransaction: RunInSystemTransaction = (step) =>
    inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() }))
  await finishRevocations({ runInSystemTransaction, store, serviceKeys }, log)
  await warnOnClockSkew(installation, log)
  return installation
}

/** Resources that the first process of a replica opens and shares with its HTTP processes. */
export interface Handover {
  settings: Settings
  database: Pick<Database, 'url' | 'listenUrl' | 'prepares'>
  masterKey: MasterKey
  intervals: Given['intervals']
}

/** Joins an installation that the supervisor opened. */
export async function joinOpenInstallation(
  { settings, database, masterKey, intervals }: Handover,
  log: Logger,
  secrets: Given['secrets'],
  closers: Closers,
): Promise<Installation> {
  const store = await openStore(settings)
  const pools = connectPools(database)
  closers.add(() => pools.close())
  const given = { secrets, ...(intervals && { intervals }) }
  const opened = { ...database, stop: async () => undefined }
  return joinInstallation({ settings, log, given, database: opened, masterKey, store, ...pools }, closers)
}

interface Parts {
  settings: Settings
  log: Logger
  given: Given
  database: Database
  masterKey: MasterKey
  store: ObjectStore
  knex: Knex
  agentsKnex: Knex
}

async function joinInstallation(parts: Parts, closers: Closers): Promise<Installation> {
  const { settings, log, given, database, masterKey, store, knex, agentsKnex } = parts
  for (const secret of [masterKey.toString('base64'), ...passwordsIn(database.url)]) given.secrets?.addPermanent(secret)
  const now = () => new Date()
  const keys = createKeyring(knex, masterKey)
  const serviceKeys = await loadServiceKeys(knex, masterKey, now())
  const signals = createSignals({ listenUrl: database.listenUrl, log })
  closers.add(() => signals.close())
  followDestruction(keys, signals)
  return {
    settings,
    log,
    database,
    masterKey,
    store,
    knex,
    agentsKnex,
    keys,
    serviceKeys,
    signals,
    now,
    readDatabaseClock: () => inScope(knex, { kind: 'platform' }, readDatabaseClock),
    ...given,
  }
}
