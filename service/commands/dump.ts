import fs from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { reachSharedServer } from '../database.ts'
import { recordAudit } from '../domain/kernel/audit/record-audit.ts'
import { type DumpSummary, rowsOf } from '../domain/recovery/dump/dump-records.ts'
import { createDump } from '../domain/recovery/dump/create-dump.ts'
import { serviceActor } from '../domain/kernel/service-actor.ts'
import { openMasterKey } from '../keys/open-master-key.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../store/startup-error.ts'
import { inScope } from '../store/scope.ts'
import { refuseEmptyDatabase } from './refuse-empty-database.ts'

/**
 * `dump FILE`, or `dump -` for standard output: writes a consistent copy of the database, sealed with the master key,
 * whether or not the service runs. The file is written under a temporary name and renamed once it is complete and
 * synced.
 * @throws StartupError
 */
export async function dump(settings: Settings, target: string | undefined, log: Logger): Promise<void> {
  if (!target) throw new StartupError('dump_target_missing')
  if (target === '-' && process.stdout.isTTY) throw new StartupError('dump_to_terminal')
  const server = await reachSharedServer(settings, log)
  const knex = server.connect('dump', 2)
  try {
    await refuseEmptyDatabase(knex, 'dump')
    const { masterKey } = await openMasterKey(knex, settings.masterKey, settings.dataDirectory, false)
    const now = new Date()
    const take = (write: (bytes: Buffer) => Promise<void>) =>
      createDump({ knex, masterKey, now }, { keys: true }, write)
    const summary = target === '-' ? await take(writeOut) : await intoFile(path.resolve(target), take)
    await inScope(knex, { kind: 'platform' }, (trx) =>
      recordAudit({ ...serviceActor, tenantId: null, now, trx }, 'database.dump', {
        kind: 'database',
        detail: { rows: rowsOf(summary) },
      }),
    )
    log.info(
      `${rowsOf(summary)} rows of ${Object.keys(summary.rows).length} tables as of ${now.toISOString()}; restoring them requires the current master key, which the dump does not contain: keep both, in separate places`,
    )
  } finally {
    await knex.destroy()
    await server.stop()
  }
}

async function intoFile(
  file: string,
  take: (write: (bytes: Buffer) => Promise<void>) => Promise<DumpSummary>,
): Promise<DumpSummary> {
  const partial = `${file}.partial`
  try {
    fs.rmSync(partial, { force: true })
    const handle = await fs.promises.open(partial, 'wx', 0o600)
    try {
      const summary = await take(async (bytes) => void (await handle.writeFile(bytes)))
      await handle.sync()
      await handle.close()
      fs.renameSync(partial, file)
      syncFolder(path.dirname(file))
      return summary
    } catch (error) {
      await handle.close().catch(() => undefined)
      fs.rmSync(partial, { force: true })
      throw error
    }
  } catch (error) {
    throw inOneLine(file, error)
  }
}

function syncFolder(folder: string) {
  if (process.platform === 'win32') return // cannot sync a folder
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}

function writeOut(bytes: Buffer): Promise<void> {
  process.stdout.once('error', () => undefined) // the callback receives it too
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(inOneLine('stdout', error)) : resolve()))
  })
}

function inOneLine(where: string, error: unknown): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error
  return isOfSystem
    ? new StartupError('file_unwritable', { file: where, reason: error.message }, { cause: error })
    : error
}
