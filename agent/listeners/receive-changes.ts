import type { components } from '../../shared/contract/api-types.ts'
import type { ClaimedAuthor } from '../../shared/platforms/change-messages.ts'
import type { ListenerProtocol } from './change-queue.ts'
import type { ReceivedTrap, SnmpEngine } from './snmp/snmp-engine.ts'
import { syslogHost } from './syslog-host.ts'
import type { OnMessage } from './open-listeners.ts'
import type { WatchedDevice, WatchList } from './watch-list.ts'

export type ListenerState = components['schemas']['ChangeReport']['listeners'][number]

/** Notifications that are decoded for one device in a second. Further ones are counted only. */
const trapsPerSecond = 50

/** Messages of one device in a second in which the author is looked for, which takes a hundred times as long. */
const authorsPerSecond = 20

const noAuthor: ClaimedAuthor = { user: null, from: null }

/** The last message of SNMPv3 that a listener did not accept. */
export type SnmpRejection = NonNullable<ListenerState['last_rejection']>

export interface ReceiverDependencies {
  wall: () => Date
  /** A monotonic clock, in milliseconds. */
  steadyMs: () => number
  snmp: SnmpEngine
  onRejected: (rejection: SnmpRejection) => void
}

/** Counts messages and finds those that report a change of a known device. */
export interface Receiver {
  onMessage: OnMessage
  /** Whether messages from this address may be of a known device. */
  mayConnect(address: string): boolean
  watch(list: WatchList): void
  /** Messages of a protocol since `watch` was first called. */
  countsOf(protocol: ListenerProtocol): Pick<ListenerState, 'messages' | 'unknown_sender_messages' | 'last_message_at'>
  /** Messages of SNMPv3 that were not accepted. */
  rejections(): { rejected: number; last_rejection: SnmpRejection | null }
}

/**
 * A message only triggers a backup, so it is authenticated only with SNMPv3: its sender is the address it came from, or in messages of
 * a relay the host name in the header.
 */
export function createReceiver(
  { wall, steadyMs, snmp, onRejected }: ReceiverDependencies,
  onChange: (deviceId: string, protocol: ListenerProtocol, author: ClaimedAuthor) => void,
): Receiver {
  let list: WatchList | undefined
  const counts = new Map<ListenerProtocol, { messages: number; unknownSenders: number; lastAt: number }>()
  let decoded = new Map<string, number>()
  let decodedSince = 0
  let rejected = 0
  let lastRejection: SnmpRejection | null = null

  /** Returns the device that sent a message; all that it may be if several share its address. */
  function sendersOf(message: Buffer, address: string, isSyslog: boolean): readonly WatchedDevice[] {
    if (!list) return []
    const known = list.findByAddress(address)
    const isRelayed = isSyslog && list.isRelay(address)
    if (!isRelayed && (!isSyslog || known.length <= 1)) return known
    const host = syslogHost(message)
    const named = host === null ? undefined : (list.findByName(host) ?? list.findByAddress(host)[0])
    return named && (isRelayed || known.includes(named)) ? [named] : known
  }

  /** Counts work for a device. Returns whether it is within the limit of this second. */
  function isWithin(limit: number, { id }: WatchedDevice): boolean {
    const at = steadyMs()
    if (at - decodedSince >= 1_000) {
      decoded = new Map()
      decodedSince = at
    }
    const count = (decoded.get(id) ?? 0) + 1
    decoded.set(id, count)
    return count <= limit
  }

  function countRejection({ reason, user }: NonNullable<ReceivedTrap['rejection']>, address: string) {
    rejected += 1
    lastRejection = { reason, user, address, at: wall().toISOString() }
    onRejected(lastRejection)
  }

  return {
    onMessage(protocol, message, address, reply) {
      const count = counts.get(protocol) ?? { messages: 0, unknownSenders: 0, lastAt: 0 }
      counts.set(protocol, count)
      count.messages += 1
      count.lastAt = wall().getTime()
      const [first, ...others] = sendersOf(message, address, protocol !== 'snmp_trap')
      if (!first) {
        count.unknownSenders += 1
        return
      }
      const devices = [first, ...others]
      if (protocol !== 'snmp_trap') {
        for (const { id, matcher } of devices) {
          if (matcher.matchSyslog(message, false) === null) continue
          const author = isWithin(authorsPerSecond, first) ? matcher.matchSyslog(message) : noAuthor
          onChange(id, protocol, author ?? noAuthor)
        }
        return
      }
      if (!isWithin(trapsPerSecond, first)) return
      const { trap, reply: answer, rejection } = snmp.receive(message)
      if (answer) reply?.(answer)
      if (rejection) countRejection(rejection, address)
      for (const { id, matcher } of devices) if (trap && matcher.matchesTrap(trap.oid)) onChange(id, protocol, noAuthor)
    },
    mayConnect: (address) => list !== undefined && (list.isRelay(address) || list.findByAddress(address).length > 0),
    rejections: () => ({ rejected, last_rejection: lastRejection }),
    watch(next) {
      list = next
    },
    countsOf(protocol) {
      const { messages, unknownSenders, lastAt } = counts.get(protocol) ?? { messages: 0, unknownSenders: 0, lastAt: 0 }
      return {
        messages,
        unknown_sender_messages: unknownSenders,
        last_message_at: lastAt === 0 ? null : new Date(lastAt).toISOString(),
      }
    },
  }
}
