import type { RunInSystemTransaction } from '../domain/kernel/context.ts'
import fs from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { reachServer } from '../database.ts'
import { recordAudit } from '../domain/kernel/audit/record-audit.ts'
import { chooseDump } from '../domain/recovery/dump/choose-dump.ts'
import { DatabaseUsed } from '../domain/recovery/dump/reject-used-database.ts'
import { rowsOf } from '../domain/recovery/dump/dump-records.ts'
import { restoreDump } from '../domain/recovery/dump/restore-dump.ts'
import { listStoredDumps, readStoredDump } from '../domain/recovery/dump/stored-dumps.ts'
import { finishRevocations } from '../domain/recovery/revocations/finish-revocations.ts'
import { serviceActor } from '../domain/kernel/service-actor.ts'
import type { TombstoneDecisions } from '../domain/inventory/tenants/tombstone-decisions.ts'
import { loadMasterKey } from '../keys/load-master-key.ts'
import { WrongMasterKey } from '../keys/master-key.ts'
import { loadServiceKeys } from '../keys/service-keys.ts'
import { type ObjectStore, StoreUnreachable } from '../objects/object-store.ts'
import { openStore } from '../objects/open-store.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../store/startup-error.ts'
import { lockExclusive } from '../store/installation-lock.ts'
import { createKnex } from '../store/connect.ts'
import { describeReplacement } from './replace-database.ts'
import { inScope } from '../store/scope.ts'

/** Source of a dump: a file, standard input (`-`), or the object store by name or as the latest. */
export interface DumpSource {
  file?: string
  fromStore: boolean
}

/**
 * `restore FILE`, `restore -`, `restore --from-store [NAME]`: loads a dump into an empty database while the service is
 * stopped, and prints the remaining steps.
 * @param decisions the operator's decisions on tombstones that this installation did not seal
 * @throws StartupError
 */
export async function restore(
  settings: Settings,
  { file, fromStore }: DumpSource,
  decisions: TombstoneDecisions,
  log: Logger,
): Promise<void> {
  if (!file && !fromStore) throw new StartupError('restore_source_missing')
  const { masterKey } = loadMasterKey(settings.masterKey, settings.dataDirectory, false)
  const store = await openStore(settings)
  const sealed = fromStore ? await fromStored(store, file, log) : fromFile(file ?? '-')
  const server = await reachServer(settings, log)
  const owner = createKnex(server.ownerUrl, { application: 'restore', poolMax: 2 })
  try {
    const held = await lockExclusive(server.listenUrl, 'restore')
    try {
      const now = new Date()
      const restored = await inOneLine(restoreDump({ owner, masterKey, store, now, decisions }, sealed), settings)
      await inScope(owner, { kind: 'platform' }, (trx) =>
        recordAudit({ ...serviceActor, tenantId: null, now, trx }, 'database.restore', {
          kind: 'database',
          detail: { dump_taken_at: restored.takenAt.toISOString(), rows: rowsOf(restored) },
        }),
      )
      const takenAt = restored.takenAt.toISOString()
      log.info(`the database is as it was at ${takenAt}: ${rowsOf(restored)} rows`)
      for (const slug of restored.destroyed)
        log.warn(`the keys of customer ${slug} were destroyed after the dump; they remain destroyed`)
      for (const slug of restored.withdrawn) {
        log.warn(`the pending destruction of customer ${slug} is withdrawn: request it again if you still want it`)
      }
      for (const slug of restored.withoutKeys) {
        log.error(
          `the wrapped keys of customer ${slug} are lost or damaged in the dump and in the store: its backups cannot be decrypted. Restore tenants/ID/keys/ in the store from a copy, then run rebuild-index`,
        )
      }
      const runInSystemTransaction: RunInSystemTransaction = (step) =>
        inScope(owner, { kind: 'platform' }, (trx) => step({ trx, now }))
      const serviceKeys = await loadServiceKeys(owner, masterKey, now)
      await inOneLine(finishRevocations({ runInSystemTransaction, store, serviceKeys }, log))
      log.info('next: run rebuild-index, which adds the backups made after the dump, then start the service')
      log.info(
        `changes that users made after ${takenAt} are lost: check credentials, devices and schedules first. Agents, users and passwords that were revoked since remain revoked`,
      )
      log.info(
        'agents that were started since then are rewound and get no jobs until you clear them. The sweep deletes nothing until you acknowledge the restore (coffer storage acknowledge-restore)',
      )
    } finally {
      await held.release()
    }
  } finally {
    await owner.destroy()
    await server.stop()
  }
}

function fromFile(file: string): AsyncIterable<Buffer> {
  if (file === '-') return process.stdin
  const at = path.resolve(file)
  try {
    fs.accessSync(at, fs.constants.R_OK)
  } catch (error) {
    throw new StartupError('file_unreadable', { file: at, reason: (error as Error).message }, { cause: error })
  }
  return fs.createReadStream(at, { highWaterMark: 1024 * 1024 })
}

async function fromStored(store: ObjectStore, wanted: string | undefined, log: Logger): Promise<AsyncIterable<Buffer>> {
  const { name } = chooseDump(await inOneLine(listStoredDumps(store)), wanted, new Date())
  log.info(`restoring ${name}`)
  return readStoredDump(store, name)
}

/** Turns errors that an operator can correct into StartupError. */
async function inOneLine<T>(work: Promise<T>, settings?: Settings): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof WrongMasterKey) {
      throw new StartupError('dump_wrong_master_key', {}, { cause: error })
    }
    if (error instanceof DatabaseUsed && settings) {
      const params = { problem: error.startup, replacement: describeReplacement(settings) }
      throw new StartupError('database_used', params, { cause: error })
    }
    if (!(error instanceof StoreUnreachable)) throw error
    throw new StartupError('restore_interrupted', { reason: error.reason }, { cause: error })
  }
}
