import type { Platform, Transport } from '../../../shared/platforms/platform.ts'

/**
 * Returns the transports in the order of attempts: `auto` is the preferred one, then the other. A named transport is
 * the only one.
 */
export function transportOrder(platform: Platform, preference: 'auto' | Transport): Transport[] {
  if (preference !== 'auto') return platform.transports.includes(preference) ? [preference] : []
  return [platform.preferred, ...platform.transports.filter((transport) => transport !== platform.preferred)]
}
