import type { Platform, Transport } from './platform.ts'

/** Over which transports a version of this artifact was read that can be given back to the device; none: it never can be. */
export function restorableOver({ transports, restore }: Platform, key: string): Transport[] {
  return restore?.key === key && transports.includes('ssh') ? ['ssh'] : []
}
