import { QueryClient } from '@tanstack/vue-query'
import { isUnreached } from './api.ts'
import { connection } from './connection.ts'

/** Time that data remains in memory after the last page that shows it, in ms. */
export const cachedMs = 300_000

/**
 * What the pages of this window have read. Shown data is always read again when a page opens, so cached data only fills
 * the time until then. `useSession` empties it at the end of a session.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: cachedMs,
      staleTime: 0,
      networkMode: 'always',
      retry: false, // `sendAgain` decides what is sent again
      refetchOnWindowFocus: false, // reads of configurations are audited
      refetchOnReconnect: false, // the browser knows its network, not whether the service responds
    },
  },
})

/** Removes what no page shows, after the user has changed something. */
export function forgetCached(): void {
  queryClient.removeQueries({ type: 'inactive' })
}

/** Reads again what an outage of the service prevented. */
connection.onBack(() => {
  const prevented = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ state }) => {
      return state.fetchStatus === 'fetching' || isUnreached(state.error ?? undefined)
    })
  for (const query of prevented) void query.cancel({ revert: true }).then(() => query.fetch())
})
