import type { ScopedTransaction } from '../../../store/scope.ts'

const minuteMs = 60_000

/** The wait of a request, and the remaining amount. */
export interface Spent {
  /** 0, or the milliseconds until the bucket has enough; nothing was taken then. */
  waitMs: number
  /** Requests of cost 1 that can follow at once. */
  left: number
}

/**
 * Takes `cost` from a bucket that refills evenly by `perMinute` a minute and contains at most one minute's worth. The
 * row stores when the bucket will be full again, by the database's clock, which all replicas share (the generic cell
 * rate algorithm, ITU-T I.371). A cost above the capacity takes a full bucket.
 */
export async function spendFrom(
  trx: ScopedTransaction,
  bucket: string,
  cost: number,
  perMinute: number,
): Promise<Spent> {
  const worth = `${Math.min(minuteMs, (minuteMs * cost) / perMinute)} milliseconds`
  const full = `${minuteMs} milliseconds`
  const { rows: taken } = await trx.raw<{ rows: { full_in_ms: number }[] }>(
    `insert into rate_buckets as b (name, next_at) values (:bucket, clock_timestamp() + :worth::interval)
     on conflict (name) do update set next_at = greatest(b.next_at, clock_timestamp()) + :worth::interval
     where b.next_at + :worth::interval <= clock_timestamp() + :full::interval
     returning extract(epoch from next_at - clock_timestamp()) * 1000 as full_in_ms`,
    { bucket, worth, full },
  )
  const leftAfter = (fullInMs: number) => Math.max(0, Math.floor(((minuteMs - fullInMs) * perMinute) / minuteMs))
  if (taken[0]) return { waitMs: 0, left: leftAfter(Number(taken[0].full_in_ms)) }
  const { rows } = await trx.raw<{ rows: { wait_ms: number; full_in_ms: number }[] }>(
    `select extract(epoch from next_at + :worth::interval - :full::interval - clock_timestamp()) * 1000 as wait_ms,
       extract(epoch from next_at - clock_timestamp()) * 1000 as full_in_ms
     from rate_buckets where name = :bucket`,
    { bucket, worth, full },
  )
  const { wait_ms: waitMs = 0, full_in_ms: fullInMs = 0 } = rows[0] ?? {}
  return { waitMs: Math.max(1, Math.ceil(Number(waitMs))), left: leftAfter(Number(fullInMs)) }
}
