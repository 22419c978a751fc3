import { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { inScope } from '../../../store/scope.ts'
import type { ProviderDependencies } from './connect-provider.ts'
import { type ReachabilityDependencies, recordReachability } from './record-reachability.ts'
import { testProvider } from './test-provider.ts'

/** Time between two probes of a provider. */
const probeEveryMs = 60_000

/**
 * Returns a step that contacts the providers that did not answer, each once a minute: their state and the events follow
 * without a login.
 */
export function createProbe(dependencies: ProviderDependencies & ReachabilityDependencies): () => Promise<void> {
  const probedAt = new Map<string, number>()
  return async () => {
    const { knex, now } = dependencies
    const absent = await inScope(knex, { kind: 'platform' }, (trx) =>
      IdentityProvider.query(trx).where({ isEnabled: true }).whereNotNull('unreachableSince'),
    )
    const at = now().getTime()
    const due = absent.filter(({ id }) => at - (probedAt.get(id) ?? 0) >= probeEveryMs)
    for (const { id } of due) probedAt.set(id, at)
    await Promise.all(
      due.map(async (provider) => {
        const { error } = await testProvider(dependencies, provider, now())
        await recordReachability(dependencies, provider.id, error?.kind !== 'unreachable')
      }),
    )
  }
}
