import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether `text` is an address, or a network as `192.0.2.0/24`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest(address))
}

/** Whether `ip` is of one of the networks; of none named, every address is. An IPv4 address in an IPv6 one is that. */
export function isFrom(networks: string[], ip: string | null): boolean {
  if (networks.length === 0) return true
  const plain = (ip ?? '').replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
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
