import type { SystemContext, RunInSystemTransaction } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { render } from '../../../../shared/messages/render.ts'
import { type MasterKey, WrongMasterKey } from '../../../keys/master-key.ts'
import { ObjectNotFound, ObjectDamaged, type ObjectStore, StoreUnreachable } from '../../../objects/object-store.ts'
import { PolicyRun } from '../../../store/models/policy-run.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { decompress } from './compress.ts'
import { DumpDamaged } from './dump-damaged.ts'
import { installationId } from '../../kernel/installation/installation-id.ts'
import { readRecords } from './read-records.ts'
import { openStream } from './sealed-stream.ts'
import { type StoredDump, listStoredDumps, readStoredDump } from './stored-dumps.ts'
import type { MaintenanceReason, MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { runRecorded } from '../../kernel/maintenance-tasks/run-recorded.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import type { IntegrityDependencies } from '../../repository/integrity/integrity-dependencies.ts'

export interface DumpCheckDependencies extends Pick<
  IntegrityDependencies,
  'store' | 'now' | 'alarm' | 'signal' | 'isRequested'
> {
  masterKey: MasterKey
  runInSystemTransaction: RunInSystemTransaction
}

const dayMs = 24 * 3_600_000

/**
 * Reads dumps of this installation in the object store to their end, without restoring them: each night the newest and
 * one of the older ones in turn; all of them on request. A damaged dump raises an alert, an audit record, and a
 * `failed` run of the whole installation.
 */
export async function checkDumps(dependencies: DumpCheckDependencies): Promise<MaintenanceResult> {
  const { runInSystemTransaction, store, now, alarm, isRequested = false } = dependencies
  const end = await runRecorded(runInSystemTransaction, { tenantId: null, kind: 'integrity' }, async () => {
    try {
      const { installation, keyedAt } = await runInSystemTransaction(readFacts)
      const isOwn = (dump: StoredDump) => dump.isWhole && installation.startsWith(dump.installation)
      const own = (await listStoredDumps(store)).filter(isOwn)
      return await readAll(dependencies, isRequested ? own : chooseDumps(own, now()), keyedAt)
    } catch (error) {
      if (!(error instanceof StoreUnreachable)) throw error
      return { outcome: 'stopped', reason: message('store_not_answering', { detail: error.reason }) }
    }
  })
  if (end.outcome === 'failed') alarm(`alarm: ${end.reason ? render(end.reason, 'en') : ''}`, {})
  return end
}

/** `keyedAt`: since when the current master key is in use; null if it is the first one. */
async function readFacts(context: SystemContext): Promise<{ installation: string; keyedAt: Date | null }> {
  const latest = await TenantKey.query(context.trx).where('generation', '>', 1).orderBy('wrappedAt', 'desc').first()
  return { installation: await installationId(context), keyedAt: latest?.wrappedAt ?? null }
}

/** Returns the newest dump and, by the day, one of the older ones. */
export function chooseDumps(whole: StoredDump[], now: Date): StoredDump[] {
  const [newest, ...older] = whole
  const another = older[Math.floor(now.getTime() / dayMs) % Math.max(1, older.length)]
  return [newest, another].filter((dump) => dump !== undefined)
}

async function readAll(
  { store, masterKey, runInSystemTransaction, signal }: DumpCheckDependencies,
  dumps: StoredDump[],
  keyedAt: Date | null,
): Promise<MaintenanceResult> {
  const counts = { dumps: 0, dumps_damaged: 0, dumps_of_former_key: 0 }
  const faults: MaintenanceReason[] = []
  for (const { name, takenAt } of dumps) {
    if (signal?.aborted) return { outcome: 'stopped', reason: message('service_stopping'), counts }
    counts.dumps++
    const fault = await findFault(store, masterKey, name)
    if (fault === null) continue
    if (fault instanceof WrongMasterKey && keyedAt && takenAt <= keyedAt) counts.dumps_of_former_key++
    else {
      counts.dumps_damaged++
      const found =
        fault instanceof WrongMasterKey
          ? message('dump_key_wrong', { dump: name })
          : message('dump_damaged', { dump: name, detail: fault.message })
      faults.push(found)
      await recordFault(runInSystemTransaction, name, found)
    }
  }
  if (faults.length > 0) return { outcome: 'failed', reason: message('dumps_damaged', { dumps: faults }), counts }
  if (counts.dumps > 0) return { outcome: 'done', counts }
  return { outcome: 'nothing', reason: message('no_dump_stored'), counts }
}

/** Returns why a dump cannot be restored; null if it can. */
async function findFault(store: ObjectStore, masterKey: MasterKey, name: string): Promise<Error | null> {
  try {
    const parts = readRecords(decompress(openStream(masterKey, readStoredDump(store, name))))
    while (!(await parts.next()).done) continue
    return null
  } catch (error) {
    if (error instanceof StoreUnreachable) await store.check() // an unavailable store is not a damaged dump
    const kinds = [WrongMasterKey, DumpDamaged, ObjectNotFound, ObjectDamaged, StoreUnreachable, SyntaxError]
    if (error instanceof Error && (kinds.some((kind) => error instanceof kind) || isOfZstd(error))) return error
    throw error
  }
}

function isOfZstd(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('ZSTD_')
}

/** Records it once per dump, however many nights it is found. */
async function recordFault(
  runInSystemTransaction: RunInSystemTransaction,
  name: string,
  fault: MaintenanceReason,
): Promise<void> {
  await runInSystemTransaction(async ({ trx, now }) => {
    const known = await PolicyRun.query(trx)
      .where({ kind: 'integrity', outcome: 'failed' })
      .whereNull('tenantId')
      .whereRaw('strpos(reason::text, ?) > 0', [name])
      .first()
    if (known) return
    const object = { kind: 'dump', outcome: 'failed', detail: { dump: name, what: render(fault, 'en') } } as const
    await recordAudit({ ...serviceActor, tenantId: null, now, trx }, 'integrity.damaged', object)
    await recordEvents({ trx, now }, [{ type: 'integrity.damaged', tenantId: null, data: { what: 'dump', name } }])
  })
}
