import type { Platform, Transport } from './platform.ts'

/**
 * Returns the transports over which a restorable version of this artifact is collected; an empty list if it is not
 * restorable.
 */
export function restorableOver({ transports, restore }: Platform, key: string): Transport[] {
  return restore?.key === key && transports.includes('ssh') ? ['ssh'] : []
}
