import type { Metric } from '../http/metrics/exposition.ts'
import type { ToHttpProcess, ToSupervisor } from './messages.ts'
import type { ReplicaReport, Siblings } from './replica-report.ts'

/** Both ends of the channel to the supervisor. */
export interface SupervisorChannel {
  send(message: ToSupervisor): void
  onMessage(listener: (message: ToHttpProcess) => void): void
}

export function createSiblings({ send, onMessage }: SupervisorChannel): Siblings {
  const waiting = new Map<number, (report: ReplicaReport) => void>()
  let readOwn: () => Metric[] = () => []
  let lastId = 0
  onMessage((message) => {
    if (message.kind === 'report-wanted') {
      send({ kind: 'report', id: message.id, metrics: message.withMetrics ? readOwn() : [] })
    } else if (message.kind === 'replica-report') {
      waiting.get(message.id)?.(message.report)
      waiting.delete(message.id)
    }
  })
  return {
    provideMetrics: (read) => void (readOwn = read),
    readReport(withMetrics) {
      const id = ++lastId
      const { promise, resolve } = Promise.withResolvers<ReplicaReport>()
      waiting.set(id, resolve)
      send({ kind: 'replica-report-wanted', id, withMetrics })
      return promise
    },
  }
}
