import { BlockList, isIP, isIPv6 } from 'node:net'

export interface AddressRules {
  /** Whether private networks may be requested. */
  allowPrivate: boolean
  /** Addresses of this machine's interfaces. */
  own: readonly string[]
}

/** Kinds of addresses that are not requested. */
export type AddressFault =
  'cloud_metadata' | 'invalid' | 'link_local' | 'no_host' | 'own_host' | 'private_network' | 'this_service' | 'tunnel'

/**
 * Returns why an address must not be requested on behalf of a user; null if it may. Always rejected: loopback,
 * link-local, metadata services of clouds, the machine's own addresses, and addresses that are not hosts. An IPv4
 * address embedded in an IPv6 one is checked as IPv4.
 * @param address as returned by a lookup or a socket
 */
export function faultOfAddress(address: string, { allowPrivate, own }: AddressRules): AddressFault | null {
  const plain = plainAddress(address)
  if (plain === null || isIP(plain) === 0) return 'invalid'
  if (isIn(loopback, plain) || own.some((one) => plainAddress(one) === plain)) {
    return 'own_host'
  }
  if (isIn(metadata, plain)) return 'cloud_metadata'
  if (isIn(linkLocal, plain)) return 'link_local'
  if (isIn(tunnels, plain)) return 'tunnel'
  if (isIn(noHost, plain)) return 'no_host'
  return !allowPrivate && isIn(privateNetworks, plain) ? 'private_network' : null
}

/** RFC 1122 section 3.2.1.3, RFC 4291 section 2.5; `0.0.0.0` reaches the machine itself on Linux. */
const loopback = listOf('127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128')

/** RFC 3927, RFC 4291 section 2.5.6, and the site-local addresses that RFC 3879 deprecated. */
const linkLocal = listOf('169.254.0.0/16', 'fe80::/10', 'fec0::/10')

/**
 * Those outside the link-local range: Amazon over IPv6 (EC2 user guide, "Instance metadata service"), Alibaba (ECS,
 * "Instance metadata"), Azure's platform address ("What is IP address 168.63.129.16?"), Oracle's former one.
 */
const metadata = listOf(
  '169.254.169.254/32',
  'fd00:ec2::254/128',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
)

/** Multicast, broadcast, protocol assignments and reserved ranges (IANA special-purpose registries). */
const noHost = listOf('192.0.0.0/24', '224.0.0.0/4', '240.0.0.0/4', 'ff00::/8', '100::/64')

/** RFC 1918, RFC 6598 (carriers, and many virtual networks), RFC 2544, RFC 4193. */
const privateNetworks = listOf(
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '198.18.0.0/15',
  'fc00::/7',
)

/** IPv4-compatible, 6to4, Teredo and locally translated addresses: their destination is unknown. */
const tunnels = listOf('::/96', '2002::/16', '2001::/32', '64:ff9b:1::/48')

const embeds = [
  /** IPv4-mapped (RFC 4291, section 2.5.5.2). */
  [0, 0, 0, 0, 0, 0xffff],
  /** IPv6 form of a public IPv4 address behind NAT64 (RFC 6052, section 2.1). */
  [0x64, 0xff9b, 0, 0, 0, 0],
]

/** Returns the address without a zone, in canonical form; null for an invalid one. */
export function plainAddress(address: string): string | null {
  const [bare = ''] = address.replace(/^\[|\]$/g, '').split('%')
  if (!isIPv6(bare)) return URL.parse(`http://${bare}`)?.hostname ?? null
  const written = URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1) ?? ''
  const groups = groupsOf(written)
  if (!embeds.some((prefix) => prefix.every((group, at) => group === groups[at]))) return written
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

/** Returns the eight groups of an address as written by the URL standard. */
function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))
  if (after === undefined) return numbers(before)
  const [head, tail] = [numbers(before), numbers(after)]
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

function listOf(...networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
