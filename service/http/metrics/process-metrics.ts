import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Knex } from 'knex'
import type { Dependencies } from '../../dependencies.ts'
import type { Metric } from './exposition.ts'

/** What the process uses, under the names that Prometheus' own clients give. The lag is that since the last reading. */
export function createProcessMetrics({ knex, forAgents }: Pick<Dependencies, 'knex' | 'forAgents'>): () => Metric[] {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return () => {
    const lag = [
      { labels: { statistic: 'p50' }, value: secondsOf(delay.percentile(50)) },
      { labels: { statistic: 'p99' }, value: secondsOf(delay.percentile(99)) },
      { labels: { statistic: 'max' }, value: secondsOf(delay.max) },
    ]
    delay.reset()
    const { user, system } = process.cpuUsage()
    return [
      gauge('process_resident_memory_bytes', 'Memory of the process.', [{ value: process.memoryUsage.rss() }]),
      {
        name: 'process_cpu_seconds_total',
        help: 'Processor time, of all threads.',
        type: 'counter',
        samples: [{ value: (user + system) / 1e6 }],
      },
      gauge('process_start_time_seconds', 'When the process began.', [{ value: Date.now() / 1000 - process.uptime() }]),
      gauge('coffer_event_loop_lag_seconds', 'How late the event loop was since the last reading.', lag),
      gauge(
        'coffer_database_connections',
        'Connections of this replica, and requests that wait for one; those of agents have a pool of their own.',
        [...poolOf(knex, 'service'), ...poolOf(forAgents.knex, 'agents')],
      ),
    ]
  }
}

/** NaN before the first measurement. */
function secondsOf(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0
}

function gauge(name: string, help: string, samples: Metric['samples']): Metric {
  return { name, help, type: 'gauge', samples }
}

/** knex's own pool (tarn). */
interface Pool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

function poolOf(knex: Knex, name: 'service' | 'agents'): Metric['samples'] {
  const { pool } = knex.client as { pool?: Pool }
  if (!pool) return []
  const counts = { used: pool.numUsed(), idle: pool.numFree(), awaited: pool.numPendingAcquires() }
  return Object.entries(counts).map(([state, value]) => ({ labels: { pool: name, state }, value }))
}
