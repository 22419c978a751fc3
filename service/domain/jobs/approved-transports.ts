import { apiPortOf, apiProofOf, type Platform, type Transport } from '../../../shared/platforms/platform.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import type { Device } from '../../store/models/device.ts'

/**
 * Returns the transports of a tried platform that send the device's secrets only where its own platform sends them: these
 * destinations are approved with the device. None for a device that the service reaches itself.
 */
export function approvedTransports(tried: Platform, device: Device): Transport[] {
  const own = platformById(device.platform)
  if (own?.reachedBy === 'service') return []
  const usable: readonly Transport[] = own?.transports ?? ['api', 'ssh']
  const isSamePort = device.options['api_port'] !== undefined || apiPortOf(own) === apiPortOf(tried)
  const isSameApi = isSamePort && apiProofOf(own) === apiProofOf(tried)
  return tried.transports.filter((transport) => usable.includes(transport) && (transport === 'ssh' || isSameApi))
}
