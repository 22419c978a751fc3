import type { ScopedTransaction } from '../../../store/scope.ts'

/** Facts of an alert that the event of its end contains. */
export type AlertDetail = Record<string, unknown>

/** An alert that has not ended. */
export interface OpenAlert {
  key: string
  raisedAt: Date
  detail: AlertDetail
}

/**
 * Opens an alert; returns true only to the one transaction of all replicas that opened it. The transaction has the
 * platform scope.
 */
export async function openAlert(
  trx: ScopedTransaction,
  key: string,
  now: Date,
  detail: AlertDetail = {},
): Promise<boolean> {
  const row = { key, raised_at: now, detail: JSON.stringify(detail) }
  const opened = await trx('open_alerts').insert(row).onConflict('key').ignore().returning('key')
  return opened.length > 0
}

/** Opens an alert, or updates time and detail of an open one. */
export async function raiseAgain(
  trx: ScopedTransaction,
  key: string,
  now: Date,
  detail: AlertDetail = {},
): Promise<void> {
  const row = { key, raised_at: now, detail: JSON.stringify(detail) }
  await trx('open_alerts').insert(row).onConflict('key').merge()
}

/** Returns an open alert, locked until the transaction ends; undefined if it is not open. */
export async function lockAlert(trx: ScopedTransaction, key: string): Promise<OpenAlert | undefined> {
  const row: { key: string; raised_at: Date; detail: AlertDetail } | undefined = await trx('open_alerts')
    .where({ key })
    .forUpdate()
    .first('key', 'raised_at', 'detail')
  return row && { key: row.key, raisedAt: row.raised_at, detail: row.detail }
}

/** Ends an alert; returns it to the one transaction that ended it, otherwise null. */
export async function closeAlert(trx: ScopedTransaction, key: string): Promise<OpenAlert | null> {
  const rows: { raised_at: Date; detail: AlertDetail }[] = await trx('open_alerts')
    .where({ key })
    .delete()
    .returning(['raised_at', 'detail'])
  const [row] = rows
  return row ? { key, raisedAt: row.raised_at, detail: row.detail } : null
}
