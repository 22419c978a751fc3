import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { createChangeQueue } from './listeners/change-queue.ts'
import type { FromListener, ListenerStart, ToListener } from './listeners/listener-messages.ts'
import { type OpenListener, openListeners } from './listeners/open-listeners.ts'
import { createReceiver } from './listeners/receive-changes.ts'
import { createWatchList, type WatchedDevices } from './listeners/watch-list.ts'

/** Interval between two checks for due changes, in milliseconds. */
const checkMs = 1_000

/** Longest interval between two reports, in milliseconds. */
const reportMs = 60_000

/** Pause before a port that could not be opened is tried again, in milliseconds. */
const reopenMs = 30_000

/** Host names that are resolved at the same time. */
const concurrentLookups = 20

if (parentPort) listen(parentPort, workerData as ListenerStart)

/**
 * Receives messages of devices in a thread of its own, so that a flood of messages delays no heartbeat. Runs until it is
 * terminated.
 */
function listen(port: MessagePort, { certificate }: ListenerStart): void {
  const clocks = { wall: () => new Date(), steadyMs: () => performance.now() }
  const queue = createChangeQueue(clocks)
  const receiver = createReceiver(clocks, queue.add)
  let open: OpenListener[] = []
  let wanted: WatchedDevices['listeners'] | undefined
  let reportedAt = -Infinity
  let openedAt = -Infinity
  let working = Promise.resolve()

  async function reopen(listeners: WatchedDevices['listeners']) {
    for (const listener of open) listener.close()
    open = []
    openedAt = performance.now()
    open = await openListeners(listeners, certificate, receiver.onMessage)
  }

  async function watch(list: WatchedDevices) {
    receiver.watch(createWatchList(list, await resolveAddresses(list)))
    if (portsOf(list.listeners) !== portsOf(wanted)) await reopen(list.listeners)
    wanted = list.listeners
    reportedAt = -Infinity
  }

  port.on('message', (message: ToListener) => {
    if (message.type === 'rejected') queue.requeue(message.changes)
    else working = working.then(() => watch(message.list))
  })
  setInterval(() => {
    const at = performance.now()
    if (wanted && open.some(({ error }) => error) && at - openedAt >= reopenMs) {
      const listeners = wanted
      working = working.then(() => reopen(listeners))
    }
    const changes = queue.takeDue()
    if (changes.length === 0 && at - reportedAt < reportMs) return
    reportedAt = at
    const listeners = open.map(({ protocol, port: on, error }) => ({
      ...{ protocol, port: on, error },
      ...receiver.countsOf(protocol),
    }))
    port.postMessage({ changes, listeners } satisfies FromListener)
  }, checkMs)
}

function portsOf(listeners: WatchedDevices['listeners'] | undefined): string {
  const { relays: _relays, ...ports } = listeners ?? {}
  return JSON.stringify(ports)
}

/** Returns the addresses of each device by its id. A name that cannot be resolved has none until the next list. */
async function resolveAddresses({ devices }: WatchedDevices): Promise<Map<string, string[]>> {
  const addresses = new Map<string, string[]>()
  const queue = [...devices]
  const resolveNext = async () => {
    for (let device = queue.pop(); device; device = queue.pop()) {
      const { id, host } = device
      if (isIP(host)) addresses.set(id, [host])
      else {
        const found = await lookup(host, { all: true }).catch(() => [])
        addresses.set(
          id,
          found.map(({ address }) => address),
        )
      }
    }
  }
  await Promise.all(Array.from({ length: concurrentLookups }, resolveNext))
  return addresses
}
