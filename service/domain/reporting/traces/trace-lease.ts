import type { SystemContext } from '../../kernel/context.ts'
import type { RunPosition } from './read-ended-runs.ts'

/** While a collector does not respond, runs that ended longer ago than this are left out. */
export const maxWaitMs = 15 * 60_000

/** A process that sends nothing for this long loses its lease. */
const leaseMs = 60_000

/** If no process sent traces for this long, they begin again with the runs that end now. */
const idleResetMs = 10 * 60_000

/**
 * Acquires the right to send traces, which one process of all replicas has, and returns the position from which to
 * continue; null if another process has it.
 */
export async function acquireTraceLease({ trx, now }: SystemContext, holder: string): Promise<RunPosition | null> {
  const { rows } = await trx.raw<{ rows: [RunPosition?] }>(
    `insert into trace_export as e (name, finished_at, run_id, holder, leased_until, renewed_at)
     values ('runs', :now, :first, :holder, :until, :now)
     on conflict (name) do update set holder = :holder, leased_until = :until, renewed_at = :now,
       finished_at = case when e.renewed_at < :idleBefore then :now else e.finished_at end
     where e.leased_until <= :now or e.holder = :holder
     returning finished_at::text as "finishedAt", run_id as "runId"`,
    {
      now,
      holder,
      first: '00000000-0000-0000-0000-000000000000',
      until: new Date(now.getTime() + leaseMs),
      idleBefore: new Date(now.getTime() - idleResetMs),
    },
  )
  return rows[0] ?? null
}

/** Leaves out the runs that waited too long, and counts them. Returns the position to continue from. */
export async function skipOldRuns({ trx, now }: SystemContext, position: RunPosition): Promise<RunPosition> {
  const oldest = new Date(now.getTime() - maxWaitMs)
  if (Date.parse(position.finishedAt) >= oldest.getTime()) return position
  const { rows } = await trx.raw<{ rows: [RunPosition] }>(
    `update trace_export set finished_at = :oldest, dropped = dropped + (
       select count(*) from jobs
       where (finished_at, id) > (cast(:finishedAt as timestamptz), cast(:runId as uuid)) and finished_at <= :oldest)
     where name = 'runs'
     returning finished_at::text as "finishedAt", run_id as "runId"`,
    { ...position, oldest },
  )
  return rows[0]
}

/** Another process has acquired the lease. */
export class TraceLeaseLost extends Error {}

/** @throws TraceLeaseLost */
export async function renewTraceLease({ trx, now }: SystemContext, holder: string): Promise<void> {
  const until = new Date(now.getTime() + leaseMs)
  const renewed = await trx('trace_export')
    .where({ name: 'runs', holder })
    .update({ leased_until: until, renewed_at: now })
  if (renewed === 0) throw new TraceLeaseLost()
}

/**
 * Moves the position after runs, of which `exported` were sent and `dropped` rejected; the others were not sampled.
 * @throws TraceLeaseLost
 */
export async function advanceTraces(
  { trx }: SystemContext,
  holder: string,
  { finishedAt, runId }: RunPosition,
  { exported, dropped }: { exported: number; dropped: number },
): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `update trace_export set finished_at = :finishedAt, run_id = :runId, exported = exported + :exported,
       dropped = dropped + :dropped
     where name = 'runs' and holder = :holder returning name`,
    { finishedAt, runId, exported, dropped, holder },
  )
  if (rows.length === 0) throw new TraceLeaseLost()
}

/** Traces that all replicas sent and left out. Null: none was ever enabled. */
export async function readTraceCounts({
  trx,
}: Pick<SystemContext, 'trx'>): Promise<{ exported: number; dropped: number } | null> {
  const { rows } = await trx.raw<{ rows: [{ exported: number; dropped: number }?] }>(
    'select exported::float8 as exported, dropped::float8 as dropped from trace_export where name = ?',
    ['runs'],
  )
  return rows[0] ?? null
}
