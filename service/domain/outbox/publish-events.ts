import type { SystemContext, RunInSystemTransaction } from '../kernel/context.ts'
import { EventRow } from '../../store/models/event.ts'
import type { ScopedTransaction } from '../../store/scope.ts'
import { sendSignals } from '../../store/pg-notify.ts'
import { queueDeliveries } from './channels/queue-deliveries.ts'

/** Events per transaction. */
const batch = 500

/**
 * Assigns consecutive positions to recorded events, whichever replica runs it, and queues webhook deliveries in the
 * same transaction. A reader that continues after a position misses no events: a lower position never becomes visible
 * later.
 * @returns how many events
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

/** Serialises replicas until the transaction ends, which is before another one reads the remaining events. */
async function takePositions(trx: ScopedTransaction): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer event positions', 0))`)
}
