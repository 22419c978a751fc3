import { message } from '../../../../shared/messages/message.ts'
import { invalidFields } from '../../kernel/domain-error.ts'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** Whether `text` is an address or a network such as `192.0.2.0/24`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest(address))
}

/** @throws DomainError validation_failed, by the position in `field` */
export function requireNetworks(field: string, networks: readonly string[]): void {
  const faults = networks.flatMap((network, at) =>
    isNetwork(network) ? [] : { path: `${field}.${at}`, error: message('not_a_network', { example: '192.0.2.0/24' }) },
  )
  if (faults.length > 0) throw invalidFields(faults)
}

/** Whether `ip` is in one of the networks; true if the list is empty. An IPv4-mapped IPv6 address counts as IPv4. */
export function isFrom(networks: string[], ip: string | null): boolean {
  if (networks.length === 0) return true
  const plain = plainAddress(ip)
  if (isIP(plain) === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, bits === undefined ? longest(address) : Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

function longest(address: string): number {
  return isIPv6(address) ? 128 : 32
}

/**
 * Returns the unit that counts as one address: an IPv4 address, or the first 64 bits of an IPv6 address (RFC 4291,
 * section 2.5.4).
 */
export function networkOf(ip: string | null): string {
  const groups = groupsOf(ip)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : plainAddress(ip)
}

/** Returns the block that one party commonly controls: a /24 of IPv4, a /48 of IPv6 (RFC 6177). */
export function prefixOf(ip: string | null): string {
  const groups = groupsOf(ip)
  if (groups) return `${groups.slice(0, 3).join(':')}::/48`
  const address = plainAddress(ip)
  return isIPv4(address) ? `${address.split('.').slice(0, 3).join('.')}.0/24` : address
}

/** Returns the eight groups of an IPv6 address; null for others, also for an IPv4-mapped address. */
function groupsOf(ip: string | null): string[] | null {
  const bare = (ip ?? '').replace(/%.*$/, '')
  if (!isIPv6(bare) || isIPv4(plainAddress(ip))) return null
  const [left = [], right = []] = new URL(`http://[${bare}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
}

function plainAddress(ip: string | null): string {
  return (ip ?? 'unknown').replace(/%.*$/, '').replace(/^::ffff:(?=\d+(?:\.\d+){3}$)/i, '')
}
