import { createSummaryReader } from '../../service/domain/repository/versions/read-event-summaries.ts'
import { publishEvents } from '../../service/domain/outbox/publish-events.ts'
import {
  type DeliverDependencies,
  createDeliverer,
} from '../../service/domain/outbox/channels/deliver-notifications.ts'
import type { OutboundClient } from '../../service/outbound/outbound-client.ts'
import type { TestService } from './service.ts'
import { systemTransactions } from './system-transactions.ts'

/** Does the work of the worker `events` for event subscribers. */
export function publish(service: TestService): Promise<number> {
  return publishEvents(systemTransactions(service.dependencies))
}

/** A request to a webhook. */
export interface Sent {
  url: string
  headers: Record<string, string>
  body: string
}

/** Returns what the worker needs beside a client for outgoing requests. */
export function deliveryParts(service: TestService): Omit<DeliverDependencies, 'outgoing'> {
  const { serviceKeys, now, keys, settings } = service.dependencies
  const runInSystemTransaction = systemTransactions(service.dependencies)
  return {
    runInSystemTransaction,
    settingsKey: serviceKeys.settingsKey,
    now,
    baseUrl: settings.baseUrl,
    readSummaries: createSummaryReader(runInSystemTransaction, keys),
  }
}

/** Does the work of the webhook worker until nothing is due. `answer` returns the receiver's status or error. */
export async function deliver(service: TestService, answer: (sent: Sent) => number | Error): Promise<Sent[]> {
  const sent: Sent[] = []
  const outgoing: OutboundClient = async ({ url, headers = {}, body }) => {
    const one = { url, headers, body: String(body) }
    sent.push(one)
    const status = answer(one)
    if (status instanceof Error) throw status
    return { status, headers: {}, body: Buffer.alloc(0) }
  }
  const deliverer = createDeliverer({ ...deliveryParts(service), outgoing, random: () => 0.5 }, () => undefined)
  for (let before = -1; before !== sent.length;) {
    before = sent.length
    await deliverer.startDue()
    await deliverer.whenIdle()
  }
  return sent
}
