import type { ScopedTransaction } from '../../../store/scope.ts'

/** When a request may be sent, by the database's clock, which all replicas share. */
export interface Turn {
  at: Date
  /** Milliseconds from now; 0 if it may be sent at once. */
  waitMs: number
}

/**
 * Reserves the next time slot of a bucket. Slots are `everyMs` apart on all replicas together. An unused slot is lost.
 * The transaction is of the platform scope.
 */
export async function takeTurn(trx: ScopedTransaction, name: string, everyMs: number): Promise<Turn> {
  const { rows } = await trx.raw<{ rows: [{ at: Date; wait_ms: number }] }>(
    `insert into rate_buckets as b (name, next_at)
     values (:name, clock_timestamp() + :every::interval)
     on conflict (name) do update set next_at = greatest(b.next_at, clock_timestamp()) + :every::interval
     returning next_at - :every::interval as at,
       greatest(0, extract(epoch from next_at - :every::interval - clock_timestamp()) * 1000)::float8 as wait_ms`,
    { name, every: interval(everyMs) },
  )
  const [{ at, wait_ms: waitMs }] = rows
  return { at, waitMs }
}

/** Blocks the bucket for this time, because the vendor reported too many requests. */
export async function holdBack(trx: ScopedTransaction, name: string, forMs: number): Promise<void> {
  await trx.raw(
    `insert into rate_buckets as b (name, next_at) values (:name, clock_timestamp() + :wait::interval)
     on conflict (name) do update set next_at = greatest(b.next_at, clock_timestamp() + :wait::interval)`,
    { name, wait: interval(forMs) },
  )
}

function interval(ms: number): string {
  return `${ms} milliseconds`
}
