import { QueryClient } from '@tanstack/vue-query'
import { isUnreached } from './api.ts'
import { connection } from './connection.ts'

/** Time that data remains in memory after the last page that shows it, in ms. */
export const cachedMs = 300_000

/** What the pages of this window have read. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: cachedMs,
      networkMode: 'always',
      retry: false, // `sendAgain` decides what is sent again
      refetchOnWindowFocus: false, // reads of configurations are audited
      refetchOnReconnect: false, // the browser knows its network, not whether the service responds
      structuralSharing: false,
    },
  },
})

/** Data of a page, with the time at which its request began, in ms since 1970. */
export interface Read<T> {
  result: T
  begunAt: number
}

let changedAt = 0

/** Stops showing data whose request began before now: after a change by the user, and at the end of the session. */
export function forgetCached(): void {
  changedAt = Date.now()
  queryClient.removeQueries({ type: 'inactive' })
}

/** Returns whether a page that opens may show data until it has read it again. */
export function isPresentable({ begunAt }: Read<unknown>): boolean {
  return begunAt > changedAt
}

/** Reads again what an outage of the service prevented. */
connection.onBack(() => {
  const prevented = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ state }) => {
      return state.fetchStatus === 'fetching' || isUnreached(state.error ?? undefined)
    })
  for (const query of prevented) {
    const again = query.cancel({ revert: true }).then(() => (query.isActive() ? query.fetch() : undefined))
    again.catch(() => undefined) // the page shows the failure
  }
})
