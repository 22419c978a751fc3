import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']

/** Names of the protocols, the same in each language. */
export const protocolNames: Record<Schemas['SnmpAuthProtocol'] | Schemas['SnmpPrivProtocol'], string> = {
  md5: 'MD5',
  sha1: 'SHA-1',
  sha224: 'SHA-224',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
  des: 'DES',
  aes128: 'AES-128',
  aes192: 'AES-192',
  aes256: 'AES-256',
  aes192_cisco: 'AES-192 (Cisco)',
  aes256_cisco: 'AES-256 (Cisco)',
}
