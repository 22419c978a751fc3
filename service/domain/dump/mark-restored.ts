import { Setting } from '../../store/models/setting.ts'
import type { ScopedTransaction } from '../../store/scope.ts'
import type { Moment } from '../jobs/end-job.ts'

/**
 * The name of a setting that stands while the database may know less than the object store, because it was put back:
 * until a person has removed it no sweep removes what no row names. Its value tells when, and of when the dump is.
 */
export const restoredAt = 'restored_at'

export async function markRestored({ trx, now }: Moment, takenAt: Date): Promise<void> {
  const value = { at: now.toISOString(), dump_taken_at: takenAt.toISOString() }
  await Setting.query(trx).insert({ key: restoredAt, value, updatedAt: now }).onConflict('key').merge()
}

/** A person says that everything newer has been re-attached. @returns whether there was a mark */
export async function unmarkRestored(trx: ScopedTransaction): Promise<boolean> {
  return (await Setting.query(trx).deleteById(restoredAt)) > 0
}
