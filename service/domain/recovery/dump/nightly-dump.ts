import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { Knex } from 'knex'
import type { MasterKey } from '../../../keys/master-key.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { inLongTransaction } from '../../../store/long-transaction.ts'
import type { MaintenanceReason, PolicyEnd } from '../../kernel/policy-runs/record-run.ts'
import { runRecorded } from '../../kernel/policy-runs/run-recorded.ts'
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
/** Another replica's, of the same night. */
const freshMs = 12 * hourMs
/** One that is not whole by then was left by a run that died. */
const unfinishedMs = 48 * hourMs

/**
 * Once a night and for the whole installation: dumps the database into the object store, and removes what is older than
 * the newest `keep` of its own. On several replicas at once, one does it. None is removed while this database may be
 * older than the store: the older dumps may know more. Dumps of other installations are left alone.
 * @param keep 0: none is made, and none removed
 */
export async function dumpNightly(parts: NightlyParts, keep: number): Promise<PolicyEnd> {
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
 * Which dumps go: whole ones but for the newest `keep`, and those that were never finished. Those of a time to come, which
 * a clock that was wrong has left, take nobody's place and stay until their time is past. None goes when the list does not
 * have the one that was just made: then it is not to be believed.
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

function nothing(reason: MaintenanceReason): PolicyEnd {
  return { outcome: 'nothing', reason }
}
