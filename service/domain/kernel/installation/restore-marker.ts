import type { SystemContext } from '../context.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { MaintenanceReason } from '../maintenance-tasks/record-run.ts'
import { Agent } from '../../../store/models/agent.ts'
import { Setting } from '../../../store/models/setting.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'

/**
 * Setting that is present while the database may be older than the object store, because it was restored or rebuilt.
 * Until an administrator removes it, maintenance deletes nothing that may still be needed. Its value contains the time
 * of the restore and of the dump.
 */
const restoredAt = 'restored_at'

export async function markRestored({ trx, now }: SystemContext, takenAt: Date): Promise<void> {
  const value = { at: now.toISOString(), dump_taken_at: takenAt.toISOString() }
  await Setting.query(trx).insert({ key: restoredAt, value, updatedAt: now }).onConflict('key').merge()
}

/** Marks the database as rebuilt from the store. An existing mark contains more and stays. */
export async function markRebuilt({ trx, now }: SystemContext): Promise<void> {
  const value = { at: now.toISOString(), rebuilt: true }
  await Setting.query(trx).insert({ key: restoredAt, value, updatedAt: now }).onConflict('key').ignore()
}

/**
 * When the database was restored, and when the dump was created, as ISO strings; `dumpTakenAt` is null for a rebuilt
 * index.
 */
export interface RestoredMark {
  at: string
  dumpTakenAt: string | null
}

/** Returns the mark, or null if the database is not marked. The transaction has the platform scope. */
export async function readMark(trx: ScopedTransaction): Promise<RestoredMark | null> {
  const mark = await Setting.query(trx).findById(restoredAt)
  const value = mark?.value as { at: string; dump_taken_at?: string } | undefined
  return value ? { at: value.at, dumpTakenAt: value.dump_taken_at ?? null } : null
}

/** Whether a dump was restored: the database's records of left-over objects may then be older than the store. */
export async function isRestored(trx: ScopedTransaction): Promise<boolean> {
  const mark = await Setting.query(trx).findById(restoredAt)
  return Boolean((mark?.value as { dump_taken_at?: string } | undefined)?.dump_taken_at)
}

/**
 * Removes the mark after an administrator confirmed that everything newer was re-attached. Only this removes it.
 * @returns whether the mark was present
 */
export async function unmarkRestored(trx: ScopedTransaction): Promise<boolean> {
  return (await Setting.query(trx).deleteById(restoredAt)) > 0
}

/**
 * Returns why the database may be older than the object store, or null. It is older for all tenants if an agent's
 * sequence is ahead of the database; a restored or rebuilt database is marked. The transaction has the platform scope.
 */
export async function findStaleReason(trx: ScopedTransaction): Promise<MaintenanceReason | null> {
  const mark = await Setting.query(trx).findById(restoredAt)
  if (mark?.value) return message('database_restored')
  const agent = await Agent.query(trx).whereNotNull('rewoundAt').whereNull('revokedAt').first()
  return agent ? message('agent_ahead_of_database', { agent: agent.slug }) : null
}
