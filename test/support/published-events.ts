import type { SystemContext } from '../../service/domain/kernel/context.ts'
import { publishEvents } from '../../service/domain/outbox/publish-events.ts'
import { createDeliverer } from '../../service/domain/outbox/webhooks/deliver.ts'
import type { OutboundClient } from '../../service/outbound/outbound-client.ts'
import { inScope } from '../../service/store/scope.ts'
import type { TestService } from './service.ts'

/** Runs one step in the platform's scope, at the service's time. */
export function inMomentOf({ dependencies }: Pick<TestService, 'dependencies'>) {
  return <T>(step: (moment: SystemContext) => Promise<T>): Promise<T> =>
    inScope(dependencies.knex, { kind: 'platform' }, (trx) => step({ trx, now: dependencies.now() }))
}

/** Does the work of the worker `events` for event subscribers. */
export function publish(service: TestService): Promise<number> {
  return publishEvents(inMomentOf(service))
}

/** A request to a webhook. */
export interface Sent {
  url: string
  headers: Record<string, string>
  body: string
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
  const { serviceKeys, now } = service.dependencies
  const parts = { runInSystemTransaction: inMomentOf(service), outgoing, settingsKey: serviceKeys.settingsKey, now }
  const deliverer = createDeliverer({ ...parts, random: () => 0.5 }, () => undefined)
  for (let before = -1; before !== sent.length;) {
    before = sent.length
    await deliverer.startDue()
    await deliverer.whenIdle()
  }
  return sent
}
