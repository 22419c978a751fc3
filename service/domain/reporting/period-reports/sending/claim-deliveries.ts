import { ReportDelivery } from '../../../../store/models/sent-report.ts'
import type { SystemContext } from '../../../kernel/context.ts'

/** Limit of an attempt in milliseconds. */
export const reportAttemptMs = 300_000

/** If no result is recorded by then, the sender died, and another replica sends it again. */
const leaseMs = reportAttemptMs + 30_000

/** Returns the due deliveries among some that no other replica holds, with a lease. */
export async function claimDeliveries({ trx, now }: SystemContext, ids: string[]): Promise<ReportDelivery[]> {
  const free = await ReportDelivery.query(trx)
    .findByIds(ids)
    .where({ status: 'waiting' })
    .where('nextAt', '<=', now)
    .where((unheld) => unheld.whereNull('leaseUntil').orWhere('leaseUntil', '<=', now))
    .select('id')
    .forUpdate()
    .skipLocked()
  return ReportDelivery.query(trx)
    .findByIds(free.map(({ id }) => id))
    .patch({ leaseUntil: leaseEnd(now) })
    .returning('*')
}

/** Starts the lease again before an attempt. Returns null if it ended and another replica took the delivery. */
export async function renewLease(
  { trx, now }: SystemContext,
  { id, leaseUntil }: ReportDelivery,
): Promise<ReportDelivery | null> {
  const [delivery] = await ReportDelivery.query(trx)
    .where({ id, status: 'waiting', leaseUntil })
    .patch({ leaseUntil: leaseEnd(now) })
    .returning('*')
  return delivery ?? null
}

/** Gives deliveries back that were not attempted. */
export async function releaseDeliveries({ trx }: SystemContext, deliveries: ReportDelivery[]): Promise<void> {
  for (const { id, leaseUntil } of deliveries) {
    await ReportDelivery.query(trx).where({ id, status: 'waiting', leaseUntil }).patch({ leaseUntil: null })
  }
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMs)
}
