import { lookup } from 'node:dns/promises'
import { isIPv4, isIPv6 } from 'node:net'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { type ListenerProtocol, createChangeQueue } from './listeners/change-queue.ts'
import type { FromListener, ListenerStart, ToListener } from './listeners/listener-messages.ts'
import { type OpenListener, openListener } from './listeners/open-listeners.ts'
import { createReceiver, type SnmpRejection } from './listeners/receive-changes.ts'
import { createSenderWarnings } from './listeners/sender-warnings.ts'
import { createSnmpEngine } from './listeners/snmp/snmp-engine.ts'
import { createWatchList, type WatchedDevices } from './listeners/watch-list.ts'

/** Interval between two checks for due changes, in milliseconds. */
const checkMs = 1_000

/** Longest interval between two reports, in milliseconds. */
const reportMs = 60_000

/** Pause before a port that could not be opened is tried again, in milliseconds. */
const reopenMs = 30_000

/** Interval in which host names are resolved again, in milliseconds. */
const resolveMs = 5 * 60_000

/** Host names that are resolved at the same time: each uses a thread that other work of the agent shares. */
const concurrentLookups = 2

if (parentPort) listen(parentPort, workerData as ListenerStart)

/**
 * Receives messages of devices in a thread of its own, so that a flood of messages delays no heartbeat. Runs until it is
 * terminated.
 */
function listen(port: MessagePort, { certificate, agentId }: ListenerStart): void {
  const clocks = { wall: () => new Date(), steadyMs: () => performance.now() }
  const queue = createChangeQueue(clocks)
  const warnings = createSenderWarnings(clocks.steadyMs)
  const snmp = createSnmpEngine(agentId, clocks)
  const onRejected = (rejection: SnmpRejection) =>
    warnings.add(rejection.address, rejection.reason, describeRejection(rejection))
  const receiver = createReceiver({ ...clocks, snmp, onRejected }, queue.add)
  const onHandshakeFailed = (address: string, reason: string) =>
    warnings.add(address, reason, `syslog over TLS from ${address}: ${reason}`)
  const handler = { ...receiver, onHandshakeFailed }
  const open = new Map<ListenerProtocol, OpenListener>()
  let list: WatchedDevices | undefined
  let reportsRejections = false
  let reportedAt = -Infinity
  let openedAt = -Infinity
  let resolvedAt = -Infinity
  let working = Promise.resolve()

  /** Opens the ports of the list that are not open, and closes the others. */
  async function alignPorts({ listeners: { relays: _relays, ...ports } }: WatchedDevices) {
    openedAt = performance.now()
    const wanted = new Map(Object.entries(ports) as [ListenerProtocol, number][])
    for (const [protocol, { port: on, error, close }] of open) {
      const isKept = wanted.get(protocol) === on && (error === null || isPermanent(error))
      if (isKept) continue
      close()
      open.delete(protocol)
    }
    for (const [protocol, on] of wanted)
      if (!open.has(protocol)) open.set(protocol, await openListener(protocol, on, certificate, handler))
  }

  async function resolve(devices: WatchedDevices) {
    resolvedAt = performance.now()
    const addresses = await resolveAddresses(devices)
    if (list === devices) receiver.watch(createWatchList(devices, addresses))
  }

  async function watch({ list: next, users, knowsUsers }: Extract<ToListener, { type: 'watch' }>) {
    list = next
    reportsRejections = knowsUsers
    snmp.setUsers(users)
    receiver.watch(createWatchList(next, literalAddresses(next)))
    await alignPorts(next)
    reportedAt = -Infinity
    await resolve(next)
  }

  port.on('message', (message: ToListener) => {
    if (message.type === 'rejected') queue.requeue(message.changes)
    else working = working.then(() => watch(message))
  })
  setInterval(() => {
    const at = performance.now()
    const current = list
    const isClosed = [...open.values()].some(({ error }) => error !== null && !isPermanent(error))
    if (current && isClosed && at - openedAt >= reopenMs) {
      openedAt = at
      working = working.then(() => alignPorts(current))
    }
    if (current && at - resolvedAt >= resolveMs) {
      resolvedAt = at
      working = working.then(() => resolve(current))
    }
    const changes = queue.takeDue()
    if (changes.length === 0 && !warnings.isWaiting() && at - reportedAt < reportMs) return
    reportedAt = at
    const listeners = [...open.values()].map(({ protocol, port: on, error }) => ({
      ...{ protocol, port: on, error },
      ...receiver.countsOf(protocol),
      ...(reportsRejections && protocol === 'snmp_trap' && receiver.rejections()),
    }))
    port.postMessage({ changes, listeners, warnings: warnings.take() } satisfies FromListener)
  }, checkMs)
}

/** Whether only another setting can remove the error. */
function isPermanent(error: NonNullable<OpenListener['error']>): boolean {
  return error === 'certificate_missing' || error === 'certificate_invalid'
}

const rejectionTexts: Record<SnmpRejection['reason'], string> = {
  unknown_user: 'the agent has no such user',
  level_mismatch: 'the message has another security level than the user',
  authentication_failed: 'the password or the protocol for authentication is wrong',
  decryption_failed: 'the password or the protocol for privacy is wrong',
  outside_time_window:
    'the message is outside the time window: it was repeated, or the clock of the sender changed. After a reset of the sender, remove a user and add it again',
}

function describeRejection({ reason, user, address }: SnmpRejection): string {
  return `SNMPv3 message of the user ${user} from ${address}: ${rejectionTexts[reason]}`
}

/** Returns the addresses of the devices that have one instead of a name. */
function literalAddresses({ devices }: WatchedDevices): Map<string, string[]> {
  return new Map(
    devices.flatMap(({ id, host }) => {
      if (isIPv4(host)) return [[id, [host]]]
      return isIPv6(host) ? [[id, [shortestForm(host)]]] : []
    }),
  )
}

/** Returns an IPv6 address as sockets write it (RFC 5952). */
function shortestForm(address: string): string {
  return new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
}

/** Returns the addresses of each device by its id. A name that cannot be resolved has none until the next attempt. */
async function resolveAddresses(list: WatchedDevices): Promise<Map<string, string[]>> {
  const addresses = literalAddresses(list)
  const queue = list.devices.filter(({ id }) => !addresses.has(id))
  const resolveNext = async () => {
    for (let device = queue.pop(); device; device = queue.pop()) {
      const { id, host } = device
      const found = await lookup(host, { all: true }).catch(() => [])
      addresses.set(
        id,
        found.map(({ address }) => address),
      )
    }
  }
  await Promise.all(Array.from({ length: concurrentLookups }, resolveNext))
  return addresses
}
