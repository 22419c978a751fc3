import type { RunInSystemTransaction } from '../domain/kernel/context.ts'
import type { SendDependencies } from '../domain/outbox/channels/send-delivery.ts'
import { createSummaryReader } from '../domain/repository/versions/read-event-summaries.ts'
import type { Dependencies } from '../dependencies.ts'
import { inScope } from '../store/scope.ts'

/** Returns what the senders of notification channels need for a request. */
export function sendDependencies({ knex, keys, now, outgoing, settings, serviceKeys }: Dependencies): SendDependencies {
  const runInSystemTransaction: RunInSystemTransaction = (step) =>
    inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() }))
  return {
    runInSystemTransaction,
    outgoing,
    now,
    settingsKey: serviceKeys.settingsKey,
    baseUrl: settings.baseUrl,
    readSummaries: createSummaryReader(runInSystemTransaction, keys),
  }
}
