import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { Knex } from 'knex'
import type { MasterKey } from '../../../keys/master-key.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { inLongTransaction } from '../../../store/long-transaction.ts'
import type { MaintenanceReason, MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { runRecorded } from '../../kernel/maintenance-tasks/run-recorded.ts'
import { rowsOf } from './dump-records.ts'
import { isFuture } from './choose-dump.ts'
import { installationId } from '../../kernel/installation/installation-id.ts'
import { findStaleReason } from '../../kernel/installation/restore-marker.ts'
import { type StoredDump, listStoredDumps, removeStoredDump, storeDump } from './stored-dumps.ts'

export interface NightlyParts {
  /** At least two connections. */
  knex: Knex
  masterKey: MasterKey
  openStore(): Promise<ObjectStore>
  runInSystemTransaction: RunInSystemTransaction
  now: () => Date
}

const hourMs = 3_600_000
/** Maximum age of a dump that another replica made in the same night. */
const freshMs = 12 * hourMs
/** An unfinished dump of this age was left by a crashed run. */
const unfinishedMs = 48 * hourMs

/**
 * Dumps the database into the object store and deletes all but the newest `keep` dumps of this installation. Only one
 * replica does it each night. Nothing is deleted while the database may be older than the store: older dumps may
 * contain more. Dumps of other installations are not deleted.
 * @param keep 0: no dump is made or deleted
 */
export async function dumpNightly(parts: NightlyParts, keep: number): Promise<MaintenanceResult> {
  return runRecorded(parts.runInSystemTransaction, { tenantId: null, kind: 'dump' }, async () => {
    if (keep === 0) return nothing(message('dumps_off'))
    const store = await parts.openStore()
    const { installation, doubt } = await parts.runInSystemTransaction(async (context) => ({
      installation: await installationId(context),
      doubt: await findStaleReason(context.trx),
    }))
    const listOwn = async () =>
      (await listStoredDumps(store)).filter((dump) => installation.startsWith(dump.installation))
    return inLongTransaction(parts.knex, 'writing', async (trx) => {
      const { rows } = await trx.raw(`select pg_try_advisory_xact_lock(hashtextextended('coffer dump', 0)) as mine`)
      if (!rows[0].mine) return nothing(message('dump_made_elsewhere'))
      const now = parts.now()
      const isFresh = ({ takenAt }: StoredDump) => Math.abs(now.getTime() - takenAt.getTime()) < freshMs
      const fresh = (await listOwn()).find((dump) => dump.isWhole && isFresh(dump))
      if (fresh) return nothing(message('dump_already_made', { dump: fresh.name }))
      const { knex, masterKey } = parts
      const made = await storeDump({ knex, masterKey, now, store, installation })
      const old = doubt ? [] : superseded(await listOwn(), made.name, keep, now)
      for (const { name } of old) await removeStoredDump(store, name)
      const counts = { bytes: made.bytes, rows: rowsOf(made), removed: old.length }
      const [future] = (await listOwn()).filter((dump) => isFuture(dump, now))
      const reason = future ? message('dump_in_future', { dump: future.name }) : null
      return { outcome: 'done', reason, counts }
    })
  })
}

/**
 * Returns the dumps to delete: complete ones except the newest `keep`, and abandoned unfinished ones. Dumps from the
 * future, left by a wrong clock, are not counted and stay until their time has passed. None if the list lacks the dump
 * just made: the list is then unreliable.
 */
export function superseded(dumps: StoredDump[], made: string, keep: number, now: Date): StoredDump[] {
  const whole = dumps.filter(({ isWhole }) => isWhole)
  if (!whole.some(({ name }) => name === made)) return []
  const unfinished = dumps.filter(
    ({ isWhole, takenAt }) => !isWhole && now.getTime() - takenAt.getTime() > unfinishedMs,
  )
  const past = whole.filter((dump) => !isFuture(dump, now))
  return [...past.slice(keep).filter(({ name }) => name !== made), ...unfinished]
}

function nothing(reason: MaintenanceReason): MaintenanceResult {
  return { outcome: 'nothing', reason }
}
