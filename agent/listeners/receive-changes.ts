import type { components } from '../../shared/contract/api-types.ts'
import type { ClaimedAuthor } from '../../shared/platforms/change-messages.ts'
import type { ListenerProtocol } from './change-queue.ts'
import { readTrap } from './read-trap.ts'
import { syslogHost } from './syslog-host.ts'
import type { OnMessage } from './open-listeners.ts'
import type { WatchedDevice, WatchList } from './watch-list.ts'

export type ListenerState = components['schemas']['ChangeReport']['listeners'][number]

/** Notifications that are decoded for one device in a second. Further ones are counted only. */
const trapsPerSecond = 50

const noAuthor: ClaimedAuthor = { user: null, from: null }

/** Counts messages and finds those that report a change of a known device. */
export interface Receiver {
  onMessage: OnMessage
  watch(list: WatchList): void
  /** Messages of a protocol since `watch` was first called. */
  countsOf(protocol: ListenerProtocol): Pick<ListenerState, 'messages' | 'unknown' | 'last_message_at'>
}

/**
 * A message only triggers a backup, so it is not authenticated: its sender is the address it came from, or in messages of
 * a relay the host name in the header.
 */
export function createReceiver(
  { wall, steadyMs }: { wall: () => Date; steadyMs: () => number },
  onChange: (deviceId: string, protocol: ListenerProtocol, author: ClaimedAuthor) => void,
): Receiver {
  let list: WatchList | undefined
  const counts = new Map<ListenerProtocol, { messages: number; unknown: number; lastAt: number }>()
  let decoded = new Map<string, number>()
  let decodedSince = 0

  function senderOf(message: Buffer, address: string, isSyslog: boolean): WatchedDevice | undefined {
    const known = list?.findByAddress(address)
    if (known || !isSyslog || !list?.isRelay(address)) return known
    const host = syslogHost(message)
    return host === null ? undefined : (list.findByName(host) ?? list.findByAddress(host))
  }

  function mayDecode({ id }: WatchedDevice): boolean {
    const at = steadyMs()
    if (at - decodedSince >= 1_000) {
      decoded = new Map()
      decodedSince = at
    }
    const count = (decoded.get(id) ?? 0) + 1
    decoded.set(id, count)
    return count <= trapsPerSecond
  }

  return {
    onMessage(protocol, message, address, reply) {
      const count = counts.get(protocol) ?? { messages: 0, unknown: 0, lastAt: 0 }
      counts.set(protocol, count)
      count.messages += 1
      count.lastAt = wall().getTime()
      const device = senderOf(message, address, protocol !== 'snmp_trap')
      if (!device) {
        count.unknown += 1
        return
      }
      if (protocol !== 'snmp_trap') {
        const author = device.matcher.matchSyslog(message)
        if (author) onChange(device.id, protocol, author)
        return
      }
      const trap = mayDecode(device) ? readTrap(message) : null
      if (trap?.response) reply?.(trap.response)
      if (trap && device.matcher.matchesTrap(trap.oid)) onChange(device.id, protocol, noAuthor)
    },
    watch(next) {
      list = next
    },
    countsOf(protocol) {
      const { messages, unknown, lastAt } = counts.get(protocol) ?? { messages: 0, unknown: 0, lastAt: 0 }
      return { messages, unknown, last_message_at: lastAt === 0 ? null : new Date(lastAt).toISOString() }
    },
  }
}
