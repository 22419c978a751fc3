import type { SystemContext, RunInSystemTransaction } from '../context.ts'
import { render } from '../../../../shared/messages/render.ts'
import type { PolicyKind } from '../../../store/models/policy-run.ts'
import { type ClockReadings, checkClock } from './check-clock.ts'
import { recordRun } from './record-run.ts'

/** Returns PostgreSQL's clock, read while `trx` is open. */
export async function readDatabaseClock(trx: SystemContext['trx']): Promise<Date> {
  const { rows } = await trx.raw('select clock_timestamp() as now')
  return rows[0].now
}

/**
 * Runs a task that deletes old data, unless the clock may be wrong: then one run of the whole installation records why
 * nothing was done.
 * @param readClock returns another clock to compare with that of the context
 */
export async function skipIfClockSkewed(
  runInSystemTransaction: RunInSystemTransaction,
  kind: PolicyKind,
  {
    log,
    readClock = readDatabaseClock,
  }: { log: (level: 'warn', line: string) => void; readClock?: (trx: SystemContext['trx']) => Promise<Date> },
  work: () => Promise<void>,
): Promise<void> {
  const doubt = await runInSystemTransaction(async (context) => {
    const found = checkClock(await readClocks(context, kind, await readClock(context.trx)))
    if (!found) return null
    const counts = { [`clock_${found.kind}`]: 1 }
    const end = { outcome: 'stopped', reason: found.reason, counts } as const
    await recordRun(context, { tenantId: null, kind, startedAt: context.now, ...end })
    return found
  })
  if (!doubt) return work()
  log('warn', `${kind} was put off: ${render(doubt.reason, 'en')}`)
}

const weekMs = 7 * 24 * 3_600_000

/** Ignores postponed runs, and runs in the future, which a clock that was ahead has recorded. */
async function readClocks({ trx, now }: SystemContext, kind: PolicyKind, databaseNow: Date): Promise<ClockReadings> {
  const { rows } = await trx.raw(
    `select max(started_at) filter (where not jsonb_exists_any(counts, array['clock_jumped', 'clock_differs']))
              as "lastRunAt",
            count(distinct date_trunc('day', started_at, 'UTC'))
              filter (where jsonb_exists(counts, 'clock_jumped') and started_at > :weekAgo
                and started_at < date_trunc('day', cast(:now as timestamptz), 'UTC'))::int as "nightsPutOff"
     from policy_runs where kind = :kind and started_at <= :now and not dry_run`,
    { kind, now, weekAgo: new Date(now.getTime() - weekMs) },
  )
  return { now, databaseNow, ...rows[0] }
}
