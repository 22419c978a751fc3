import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Knex } from 'knex'
import type { Metric } from './exposition.ts'

/**
 * Creates the resource metrics of the process, with the names of Prometheus' client libraries. The event loop lag
 * covers the time since the last read.
 * @param pools connection pools of the process by name
 */
export function createProcessMetrics(pools: Partial<Record<'service' | 'agents', Knex>>): () => Metric[] {
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
      gauge('process_resident_memory_bytes', 'Memory of all processes of this replica.', [
        { value: process.memoryUsage.rss() },
      ]),
      {
        name: 'process_cpu_seconds_total',
        help: 'Processor time of all threads and processes of this replica.',
        type: 'counter',
        samples: [{ value: (user + system) / 1e6 }],
      },
      {
        ...gauge('process_start_time_seconds', 'When the first process of this replica started.', [
          { value: Date.now() / 1000 - process.uptime() },
        ]),
        ofReplica: 'least',
      },
      {
        ...gauge(
          'coffer_event_loop_lag_seconds',
          'How late the event loop was since the last reading, in the slowest process.',
          lag,
        ),
        ofReplica: 'most',
      },
      gauge(
        'coffer_database_connections',
        'Connections of this replica, and requests that wait for one; those of agents have a pool of their own.',
        Object.entries(pools).flatMap(([name, knex]) => poolOf(knex, name)),
      ),
    ]
  }
}

/** @param counts HTTP processes of this replica; `replaced`: those that ended since it started */
export function httpProcessMetrics(counts: { configured: number; running: number; replaced: number }): Metric[] {
  return [
    gauge('coffer_http_processes', 'HTTP processes of this replica: as configured (BKP_PROCESSES), and running.', [
      { labels: { state: 'configured' }, value: counts.configured },
      { labels: { state: 'running' }, value: counts.running },
    ]),
    {
      name: 'coffer_http_processes_replaced_total',
      help: 'HTTP processes of this replica that ended and were replaced.',
      type: 'counter',
      samples: [{ value: counts.replaced }],
    },
  ]
}

/** Returns NaN before the first measurement. */
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

function poolOf(knex: Knex, name: string): Metric['samples'] {
  const { pool } = knex.client as { pool?: Pool }
  if (!pool) return []
  const counts = { used: pool.numUsed(), idle: pool.numFree(), awaited: pool.numPendingAcquires() }
  return Object.entries(counts).map(([state, value]) => ({ labels: { pool: name, state }, value }))
}
