import type { RunInSystemTransaction } from '../domain/kernel/context.ts'
import { parentPort, workerData } from 'node:worker_threads'
import type { Knex } from 'knex'
import type { Intervals } from '../../shared/agent-protocol/intervals.ts'
import type { InTenant } from '../domain/policies/policy-dependencies.ts'
import { type Keyring, createKeyring, recheckEvery } from '../keys/keyring.ts'
import type { MasterKey } from '../keys/master-key.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { openStore } from '../objects/open-store.ts'
import type { Settings } from '../settings.ts'
import type { WorkSignal } from './schedule.ts'
import { createKnex } from '../store/connect.ts'
import { inScope } from '../store/scope.ts'

/** Settings of every periodic worker, passed as thread data. */
export interface PeriodicSettings {
  settings: Settings
  databaseUrl: string
  /** 32 bytes. A thread receives a copy as plain bytes. */
  masterKey: Uint8Array
  /** Interval between two checks of the scheduler. */
  everyMs: number
  resultGraceMs: number
  intervals: Intervals
}

/** A log record of a worker. */
export interface PeriodicMessage {
  level: 'info' | 'warn'
  line: string
  facts?: Record<string, unknown>
}

/** Dependencies of a worker: a few connections of its own, its log, and the stop signal. */
export interface PeriodicSetting extends Pick<
  PeriodicSettings,
  'settings' | 'everyMs' | 'resultGraceMs' | 'intervals'
> {
  knex: Knex
  keys: Keyring
  masterKey: MasterKey
  now: () => Date
  /** Opens the configured object store. A worker that does not need it does not wait for it. */
  openStore(): Promise<ObjectStore>
  runInSystemTransaction: RunInSystemTransaction
  inTenant: InTenant
  log(level: PeriodicMessage['level'], line: string, facts?: PeriodicMessage['facts']): void
  /** Registers a listener that runs when the database signals work. Returns a function that removes it. */
  onWork(signal: WorkSignal, listener: () => void): () => void
  stopping: AbortSignal
}

/**
 * Longest time for which destroyed keys may remain in a thread's memory. Running work reads its keys again after it.
 */
const recheckMs = 2_000

/**
 * Runs a periodic worker with its dependencies, closes them afterwards and ends the thread.
 * @param connections maximum number of database connections
 */
export async function runPeriodic(
  name: string,
  work: (setting: PeriodicSetting) => Promise<void>,
  connections = 2,
): Promise<void> {
  const { settings, databaseUrl, masterKey, everyMs, resultGraceMs, intervals } = workerData as PeriodicSettings
  const now = () => new Date()
  const stopping = new AbortController()
  parentPort?.on('message', (message) => message === 'cancel' && stopping.abort())
  const knex: Knex = createKnex(databaseUrl, { application: name, poolMax: connections })
  const keys = createKeyring(knex, Buffer.from(masterKey))
  const endRechecks = recheckEvery(keys, recheckMs)
  try {
    await work({
      settings,
      everyMs,
      resultGraceMs,
      intervals,
      knex,
      keys,
      masterKey: Buffer.from(masterKey),
      now,
      openStore: () => openStore(settings, false), // an unavailable disk must not count as a new store
      runInSystemTransaction: (step) => inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() })),
      inTenant: (tenantId, step) => inScope(knex, { kind: 'tenant', tenantId }, (trx) => step({ trx, now: now() })),
      log: (level, line, facts) => parentPort?.postMessage({ level, line, facts } satisfies PeriodicMessage),
      onWork: (signal, listener) => {
        const onMessage = (message: unknown) => message === signal && listener()
        parentPort?.on('message', onMessage)
        return () => parentPort?.off('message', onMessage)
      },
      stopping: stopping.signal,
    })
  } finally {
    endRechecks()
    await knex.destroy()
    parentPort?.close() // lets the thread end
  }
}
