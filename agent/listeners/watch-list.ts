import { BlockList, isIPv6 } from 'node:net'
import type { components } from '../../shared/contract/api-types.ts'
import { type ChangeMatcher, createChangeMatcher } from '../../shared/platforms/change-messages.ts'

/** The list of the service, with its content. */
export type WatchedDevices = Required<Omit<components['schemas']['WatchList'], 'snmp_users'>>

/** A device whose messages are read. */
export interface WatchedDevice {
  id: string
  matcher: ChangeMatcher
}

/** Devices by the addresses from which they send, and by their names in relayed messages. */
export interface WatchList {
  /** Several devices may send from one address, for example behind NAT. */
  findByAddress(address: string): readonly WatchedDevice[]
  /** Whether messages from this address name the device in their header. */
  isRelay(address: string): boolean
  findByName(name: string): WatchedDevice | undefined
}

/**
 * @param addresses the addresses of each device, by its id
 */
export function createWatchList(
  { devices, platforms, listeners: { relays = [] } }: WatchedDevices,
  addresses: ReadonlyMap<string, readonly string[]>,
): WatchList {
  const matchers = new Map(Object.entries(platforms).map(([id, messages]) => [id, createChangeMatcher(messages)]))
  const byAddress = new Map<string, WatchedDevice[]>()
  const byName = new Map<string, WatchedDevice | undefined>()
  for (const { id, platform, names } of devices) {
    const matcher = matchers.get(platform)
    if (!matcher) continue
    const device = { id, matcher }
    for (const address of addresses.get(id) ?? []) {
      const others = byAddress.get(address)
      if (others) others.push(device)
      else byAddress.set(address, [device])
    }
    for (const name of new Set(names.flatMap(keysOf))) byName.set(name, byName.has(name) ? undefined : device)
  }
  const networks = new BlockList()
  for (const relay of relays) {
    const [address = '', bits] = relay.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    networks.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return {
    findByAddress: (address) => byAddress.get(address) ?? [],
    isRelay: (address) => relays.length > 0 && networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
    findByName: (name) => byName.get(name.toLowerCase()),
  }
}

/** Returns a name, and its first part if it is a host name with a domain. Two devices with the same name have none. */
function keysOf(name: string): string[] {
  const whole = name.toLowerCase()
  const [host = ''] = whole.split('.')
  return /^[a-z]/.test(whole) && host !== whole ? [whole, host] : [whole]
}
