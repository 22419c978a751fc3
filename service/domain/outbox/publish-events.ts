import type { SystemContext, RunInSystemTransaction } from '../kernel/context.ts'
import { EventRow } from '../../store/models/event.ts'
import type { ScopedTransaction } from '../../store/scope.ts'
import { sendSignals } from '../../store/pg-notify.ts'
import { queueDeliveries } from './webhooks/queue-deliveries.ts'

/** Events of one transaction. */
const batch = 500

/**
 * Gives events that were recorded their positions, one after the other whatever replica does it, and queues what webhooks
 * are to be told of them, in the same transaction. A reader who goes on after a position misses none: no lower one comes
 * into sight later.
 * @returns how many
 */
export async function publishEvents(runInSystemTransaction: RunInSystemTransaction): Promise<number> {
  for (let total = 0; ;) {
    const count = await runInSystemTransaction(publishBatch)
    total += count
    if (count < batch) return total
  }
}

async function publishBatch(context: SystemContext): Promise<number> {
  const { trx } = context
  await takePositions(trx)
  const events = await EventRow.query(trx).whereNull('position').orderBy('recordedOrder').limit(batch)
  if (events.length === 0) return 0
  await trx.raw(
    `update events set position = p.position
     from unnest(:ids::uuid[]) with ordinality as e (id, place),
       (select row_number() over () as place, nextval('event_positions') as position
        from generate_series(1, :count)) as p
     where events.id = e.id and p.place = e.place`,
    { ids: events.map(({ id }) => id), count: events.length },
  )
  await queueDeliveries(context, events)
  await sendSignals(trx, 'published', [...new Set(events.map(({ tenantId }) => tenantId ?? 'platform'))])
  return events.length
}

/** Until the transaction ends, which is before another one reads what is left. */
async function takePositions(trx: ScopedTransaction): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer event positions', 0))`)
}
