import type { ScopedTransaction } from '../../store/scope.ts'

const minuteMs = 60_000

/**
 * Takes `cost` from a bucket that fills evenly, by `perMinute` a minute, and holds no more than a minute's worth. The row
 * says when the bucket will be full again, by the database's clock, which all replicas share (the generic cell rate
 * algorithm, ITU-T I.371). What costs more than a bucket holds takes a full one.
 * @returns 0, or the milliseconds until there is enough in it; nothing was taken then
 */
export async function spendFrom(
  trx: ScopedTransaction,
  bucket: string,
  cost: number,
  perMinute: number,
): Promise<number> {
  const worth = `${Math.min(minuteMs, (minuteMs * cost) / perMinute)} milliseconds`
  const full = `${minuteMs} milliseconds`
  const { rows: taken } = await trx.raw<{ rows: unknown[] }>(
    `insert into rate_buckets as b (name, next_at) values (:bucket, clock_timestamp() + :worth::interval)
     on conflict (name) do update set next_at = greatest(b.next_at, clock_timestamp()) + :worth::interval
     where b.next_at + :worth::interval <= clock_timestamp() + :full::interval
     returning 1`,
    { bucket, worth, full },
  )
  if (taken.length > 0) return 0
  const { rows } = await trx.raw<{ rows: { wait_ms: number }[] }>(
    `select extract(epoch from next_at + :worth::interval - :full::interval - clock_timestamp()) * 1000 as wait_ms
     from rate_buckets where name = :bucket`,
    { bucket, worth, full },
  )
  return Math.max(1, Math.ceil(Number(rows[0]?.wait_ms ?? 0)))
}
