import type { SystemContext } from '../../kernel/context.ts'
import { findInstalledAt } from '../../kernel/installed-at.ts'
import { closeAlert, openAlert } from '../../outbox/events/open-alerts.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** Hours without a dump after which it is overdue: a failed nightly dump is reported the next morning. */
export const dumpLimitHours = 30

const hourMs = 3_600_000
const key = 'dump overdue'

/**
 * Records `dump.overdue` when no complete dump was stored for `dumpLimitHours` (counted from the installation before
 * the first dump), and `dump.recovered` after the next one: once each, however many replicas check.
 * @param keep number of dumps to keep; 0: no dumps are made or expected
 */
export async function noticeDump(context: SystemContext, keep: number): Promise<void> {
  const { trx, now } = context
  if (keep === 0) return void (await closeAlert(trx, key))
  const lastAt = await findLastDump(context)
  const since = lastAt ?? (await findInstalledAt(trx))
  if (!since) return
  const data = { last_dump_at: lastAt?.toISOString() ?? null, limit_hours: dumpLimitHours }
  if (now.getTime() - since.getTime() > dumpLimitHours * hourMs) {
    if (await openAlert(trx, key, now)) await recordEvents(context, [{ type: 'dump.overdue', tenantId: null, data }])
  } else if (await closeAlert(trx, key)) {
    await recordEvents(context, [{ type: 'dump.recovered', tenantId: null, data }])
  }
}

async function findLastDump({ trx, now }: SystemContext): Promise<Date | null> {
  const row: { started_at: Date } | undefined = await trx('policy_runs')
    .where({ kind: 'dump', outcome: 'done', dry_run: false })
    .where('started_at', '<=', now)
    .orderBy('started_at', 'desc')
    .first('started_at')
  return row?.started_at ?? null
}
