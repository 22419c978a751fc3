import type { Worker } from 'node:cluster'
import type { Metric } from '../http/metrics/exposition.ts'
import { createProcessMetrics, httpProcessMetrics } from '../http/metrics/process-metrics.ts'
import type { Installation } from '../installation.ts'
import type { ToHttpProcess, ToSupervisor } from './messages.ts'
import type { ReplicaReport } from './replica-report.ts'

/** A process that takes longer to answer than this counts as unresponsive. */
const answerMs = 2_000

/** Answers, for the process that is asked for `/metrics` or `/ready`, what the others report. */
export interface ReportCollector {
  answer(asking: Worker, request: Extract<ToSupervisor, { kind: 'replica-report-wanted' }>): Promise<void>
  receive(from: Worker, report: Extract<ToSupervisor, { kind: 'report' }>): void
  /** Counts a process that replaced one that had ended. */
  countReplacement(): void
}

/** @param running the processes that accept connections, which the caller keeps up to date */
export function createReportCollector(
  { settings, knex }: Pick<Installation, 'settings' | 'knex'>,
  running: ReadonlySet<Worker>,
  send: (worker: Worker, message: ToHttpProcess) => void,
): ReportCollector {
  const ownMetrics = createProcessMetrics({ service: knex })
  const awaited = new Map<string, (metrics: Metric[]) => void>()
  let replaced = 0
  let lastId = 0

  /** Null where the process does not answer in time. */
  async function reportOf(worker: Worker, withMetrics: boolean): Promise<Metric[] | null> {
    const id = ++lastId
    const key = `${worker.id} ${id}`
    const { promise, resolve } = Promise.withResolvers<Metric[] | null>()
    awaited.set(key, resolve)
    const late = setTimeout(resolve, answerMs, null)
    send(worker, { kind: 'report-wanted', id, withMetrics })
    return promise.finally(() => {
      clearTimeout(late)
      awaited.delete(key)
    })
  }

  return {
    async answer(asking, { id, withMetrics }) {
      const others = [...running].filter((worker) => worker !== asking)
      const answers = await Promise.all(others.map((worker) => reportOf(worker, withMetrics)))
      const metrics = answers.filter((answer) => answer !== null)
      const report: ReplicaReport = {
        processes: {
          configured: settings.processes,
          running: running.size,
          unresponsive: answers.length - metrics.length,
        },
        metrics: withMetrics
          ? [
              ...metrics,
              [
                ...ownMetrics(),
                ...httpProcessMetrics({ configured: settings.processes, running: running.size, replaced }),
              ],
            ]
          : [],
      }
      send(asking, { kind: 'replica-report', id, report })
    },
    receive: (from, { id, metrics }) => awaited.get(`${from.id} ${id}`)?.(metrics),
    countReplacement: () => void (replaced += 1),
  }
}
