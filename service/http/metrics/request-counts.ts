import type { Request } from 'express'
import type { Metric } from './exposition.ts'

/** Number and duration of requests since the process started, by operation of the contract. */
export interface RequestCounts {
  count(operation: string, status: number, seconds: number): void
  /** Counts a request that was rejected by a rate limit of its actor or address. */
  limit(by: 'actor' | 'address'): void
  metrics(): Metric[]
}

/** Returns the operation of the contract; `other` for packs, pages and unknown paths. */
export function operationOf(req: Request): string {
  const schema = (req.openapi as { schema?: { operationId?: string } } | undefined)?.schema
  return schema?.operationId ?? 'other'
}

interface Durations {
  /** Number of requests up to each bound, by its index. */
  within: number[]
  count: number
  seconds: number
}

/** In seconds. */
const bounds = [0.01, 0.05, 0.1, 0.5, 1, 5]

/** Creates the counts. Labels contain only operations and statuses: an id would create a time series for each value. */
export function createRequestCounts(): RequestCounts {
  const counts = new Map<string, Map<number, number>>()
  const durations = new Map<string, Durations>()
  const limited = { actor: 0, address: 0 }

  return {
    count(operation, status, seconds) {
      const byStatus = counts.get(operation) ?? new Map<number, number>()
      counts.set(operation, byStatus.set(status, (byStatus.get(status) ?? 0) + 1))
      const so = durations.get(operation) ?? { within: bounds.map(() => 0), count: 0, seconds: 0 }
      const within = so.within.map((known, place) => (seconds <= (bounds[place] ?? 0) ? known + 1 : known))
      durations.set(operation, { within, count: so.count + 1, seconds: so.seconds + seconds })
    },
    limit: (by) => void (limited[by] += 1),
    metrics: () => [
      {
        name: 'coffer_http_requests_total',
        help: 'Requests since the process began.',
        type: 'counter',
        samples: [...counts].flatMap(([operation, byStatus]) =>
          [...byStatus].map(([status, value]) => ({ labels: { operation, status: String(status) }, value })),
        ),
      },
      {
        name: 'coffer_http_requests_limited_total',
        help: 'Requests refused because an actor, or an address, had asked too often.',
        type: 'counter',
        samples: Object.entries(limited).map(([by, value]) => ({ labels: { by }, value })),
      },
      {
        name: 'coffer_http_request_duration_seconds',
        help: 'How long requests took; a poll of an agent waits on purpose.',
        type: 'histogram',
        samples: [...durations].flatMap(([operation, so]) => [
          ...bounds.map((le, place) => ({
            suffix: '_bucket',
            labels: { operation, le: String(le) },
            value: so.within[place] ?? 0,
          })),
          { suffix: '_bucket', labels: { operation, le: '+Inf' }, value: so.count },
          { suffix: '_sum', labels: { operation }, value: so.seconds },
          { suffix: '_count', labels: { operation }, value: so.count },
        ]),
      },
    ],
  }
}
