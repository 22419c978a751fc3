import type { Platform, Transport } from '../../../shared/platforms/platform.ts'

/** The paths in the order in which to try them: `auto` is the preferred one, then the other; a named one stands alone. */
export function transportOrder(platform: Platform, preference: 'auto' | Transport): Transport[] {
  if (preference !== 'auto') return platform.transports.includes(preference) ? [preference] : []
  return [platform.preferred, ...platform.transports.filter((transport) => transport !== platform.preferred)]
}
