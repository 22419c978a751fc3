import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ServiceKeys } from '../../../keys/service-keys.ts'
import { DomainError } from '../../kernel/domain-error.ts'

/** How long an address for a pack is good. */
export const packAddressMs = 15 * 60 * 1000

/** What an address of the service itself says: for which pack, until when (seconds since 1970), signed by whom. */
export interface PackAddressParts {
  packId: string
  expires: number
  signature: string
}

/** The path to which one pack may be sent until `expiresAt`. It holds no secret but the signature over itself. */
export function signPackAddress(keys: Pick<ServiceKeys, 'settingsKey'>, packId: string, expiresAt: Date): string {
  const expires = Math.floor(expiresAt.getTime() / 1000)
  const signature = sign(keys, packId, expires).toString('base64url')
  return `/api/agent/packs/${packId}?expires=${expires}&signature=${signature}`
}

/** @throws DomainError 403 unless the service signed this address and it is still good */
export function checkPackAddress(keys: Pick<ServiceKeys, 'settingsKey'>, address: PackAddressParts, now: Date): void {
  const given = Buffer.from(address.signature, 'base64url')
  const wanted = sign(keys, address.packId, address.expires)
  const isSigned = given.length === wanted.length && timingSafeEqual(given, wanted)
  if (!isSigned || now.getTime() >= address.expires * 1000) throw new DomainError('address_refused')
}

function sign({ settingsKey }: Pick<ServiceKeys, 'settingsKey'>, packId: string, expires: number): Buffer {
  const key = Buffer.from(hkdfSync('sha256', settingsKey, '', 'coffer pack address 1', 32))
  return createHmac('sha256', key).update(`${packId}\n${expires}`).digest()
}
