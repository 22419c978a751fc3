import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ServiceKeys } from '../../../keys/service-keys.ts'
import { DomainError } from '../../kernel/domain-error.ts'

/** Lifetime of an upload address, in milliseconds. */
export const packAddressMs = 15 * 60 * 1000

/** Content of an upload address of the service: pack, expiry in seconds since 1970, and signature. */
export interface PackAddressParts {
  packId: string
  expires: number
  signature: string
}

/** Returns the path to which one pack may be uploaded until `expiresAt`. It contains no secret except its signature. */
export function signPackAddress(keys: Pick<ServiceKeys, 'settingsKey'>, packId: string, expiresAt: Date): string {
  const expires = Math.floor(expiresAt.getTime() / 1000)
  const signature = sign(keys, packId, expires).toString('base64url')
  return `/api/agent/packs/${packId}?expires=${expires}&signature=${signature}`
}

/** @throws DomainError address_refused unless the service signed this address and it has not expired */
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
