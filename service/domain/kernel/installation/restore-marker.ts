import type { SystemContext } from '../context.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { MaintenanceReason } from '../policy-runs/record-run.ts'
import { Agent } from '../../../store/models/agent.ts'
import { Setting } from '../../../store/models/setting.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'

/**
 * The name of a setting that stands while the database may know less than the object store, because it was put back or
 * made anew: until a person has removed it nothing is removed that somebody may miss. Its value tells when, and of when
 * the dump is.
 */
const restoredAt = 'restored_at'

export async function markRestored({ trx, now }: SystemContext, takenAt: Date): Promise<void> {
  const value = { at: now.toISOString(), dump_taken_at: takenAt.toISOString() }
  await Setting.query(trx).insert({ key: restoredAt, value, updatedAt: now }).onConflict('key').merge()
}

/** The database learns from the store what it did not know. A mark that stands already tells more, and stays. */
export async function markRebuilt({ trx, now }: SystemContext): Promise<void> {
  const value = { at: now.toISOString(), rebuilt: true }
  await Setting.query(trx).insert({ key: restoredAt, value, updatedAt: now }).onConflict('key').ignore()
}

/** When the database was put back, and of when the dump was, as ISO texts; `dumpTakenAt` is null for a rebuilt index. */
export interface RestoredMark {
  at: string
  dumpTakenAt: string | null
}

/** Returns the mark, or null if there is none. The transaction is of the platform. */
export async function readMark(trx: ScopedTransaction): Promise<RestoredMark | null> {
  const mark = await Setting.query(trx).findById(restoredAt)
  const value = mark?.value as { at: string; dump_taken_at?: string } | undefined
  return value ? { at: value.at, dumpTakenAt: value.dump_taken_at ?? null } : null
}

/** Whether a dump was put back, so that also what the database says of left-over objects may be older than the store. */
export async function isRestored(trx: ScopedTransaction): Promise<boolean> {
  const mark = await Setting.query(trx).findById(restoredAt)
  return Boolean((mark?.value as { dump_taken_at?: string } | undefined)?.dump_taken_at)
}

/** A person says that everything newer has been re-attached: nothing else takes the mark away. @returns whether it stood */
export async function unmarkRestored(trx: ScopedTransaction): Promise<boolean> {
  return (await Setting.query(trx).deleteById(restoredAt)) > 0
}

/**
 * Returns why the database may be older than the object store, or null. An agent that has counted further than
 * the database says so, of every customer; a restored or rebuilt one is marked. The transaction is of the platform.
 */
export async function findStaleReason(trx: ScopedTransaction): Promise<MaintenanceReason | null> {
  const mark = await Setting.query(trx).findById(restoredAt)
  if (mark?.value) return message('database_restored')
  const agent = await Agent.query(trx).whereNotNull('rewoundAt').whereNull('revokedAt').first()
  return agent ? message('agent_ahead_of_database', { agent: agent.slug }) : null
}
