import type { Knex } from 'knex'
import { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { inScope } from '../../../store/scope.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** Time without an answer after which an event reports a provider. */
const reportedAfterMs = 5 * 60_000

/** What the record of a provider's state needs. */
export interface ReachabilityDependencies {
  knex: Knex
  now: () => Date
}

/**
 * Records whether a provider answered. `identity_provider.unreachable` is reported once it has not answered for five
 * minutes, and `identity_provider.reachable` when it answers again.
 */
export async function recordReachability(
  { knex, now }: ReachabilityDependencies,
  id: string,
  isReachable: boolean,
): Promise<void> {
  const at = now()
  await inScope(knex, { kind: 'platform' }, async (trx) => {
    const provider = await IdentityProvider.query(trx).findById(id).forUpdate()
    if (!provider) return
    const { tenantId, name, kind, unreachableReportedAt: reportedAt } = provider
    if (isReachable && provider.unreachableSince === null) return
    const since = provider.unreachableSince ?? at
    const isDue = !isReachable && reportedAt === null && at.getTime() - since.getTime() >= reportedAfterMs
    const state = isReachable
      ? { unreachableSince: null, unreachableReportedAt: null }
      : { unreachableSince: since, unreachableReportedAt: isDue ? at : reportedAt }
    await IdentityProvider.query(trx).findById(id).patch(state)
    if (!isDue && !(isReachable && reportedAt !== null)) return
    const fields = { tenantId, data: { provider_id: id, name, kind, since: since.toISOString() } }
    const context = { trx, now: at }
    if (isReachable) await recordEvents(context, [{ type: 'identity_provider.reachable', ...fields }])
    else await recordEvents(context, [{ type: 'identity_provider.unreachable', ...fields }])
  })
}
