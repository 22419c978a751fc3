import type { SystemContext, RunInSystemTransaction } from '../../kernel/context.ts'
import { lockAlert, openAlert, raiseAgain, closeAlert } from '../../outbox/events/open-alerts.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/**
 * Shorter failures are not reported; the store must also be free of failures for this time before it is reported as
 * available.
 */
const settleMs = 120_000

const key = 'store unreachable'

export interface StoreWatch {
  runInSystemTransaction: RunInSystemTransaction
  /** Rejects if the store cannot be read and written. */
  check(): Promise<void>
  /** Host name of this replica. */
  hostname: string
}

/**
 * Creates the regular check of the object store by one replica. It records `store.unreachable` when every check failed
 * for two minutes, and `store.reachable` when checks succeed and none of any replica failed for two minutes: once each,
 * also if only some replicas reach the store.
 */
export function createStoreWatch({ runInSystemTransaction, check, hostname }: StoreWatch): () => Promise<void> {
  let failingSince: Date | null = null
  return async () => {
    const isReachable = await check().then(
      () => true,
      () => false,
    )
    await runInSystemTransaction(async (context) => {
      if (isReachable) {
        failingSince = null
        return reportReachable(context, hostname)
      }
      failingSince ??= context.now
      if (context.now.getTime() - failingSince.getTime() >= settleMs)
        await reportUnreachable(context, failingSince, hostname)
    })
  }
}

async function reportUnreachable(context: SystemContext, since: Date, hostname: string): Promise<void> {
  const { trx, now } = context
  const alert = await lockAlert(trx, key)
  const detail = { since: since.toISOString(), last_failed_at: now.toISOString() }
  if (alert) return raiseAgain(trx, key, alert.raisedAt, { ...alert.detail, last_failed_at: detail.last_failed_at })
  if (!(await openAlert(trx, key, now, detail))) return
  const data = { since: detail.since, detected_by: hostname }
  await recordEvents(context, [{ type: 'store.unreachable', tenantId: null, data }])
}

async function reportReachable(context: SystemContext, hostname: string): Promise<void> {
  const alert = await lockAlert(context.trx, key)
  if (!alert || context.now.getTime() - Date.parse(String(alert.detail['last_failed_at'])) < settleMs) return
  await closeAlert(context.trx, key)
  const data = { since: String(alert.detail['since']), detected_by: hostname }
  await recordEvents(context, [{ type: 'store.reachable', tenantId: null, data }])
}
