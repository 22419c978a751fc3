import { apiPortOf, apiProofOf, type Transport } from '../../../../shared/platforms/platform.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'
import type { Device } from '../../../store/models/device.ts'
import type { Fingerprint } from '../../../store/models/fingerprint.ts'

export type Addressed = Pick<Device, 'platform' | 'hostname' | 'options'>

export interface Address {
  host: string
  port: number
}

/** Host and port where a device proves its identity on one transport, and the kind of proof. */
export interface FingerprintAddress extends Address {
  transport: Transport
  kind: Fingerprint['kind']
}

/** Returns one entry per transport. An API over SSH also shows a host key, at its own port. */
export function fingerprintAddressesOf({ platform, hostname: host, options }: Addressed): FingerprintAddress[] {
  const known = platformById(platform)
  const portIn = (name: string, standard: number) => {
    const port = options[name]
    return typeof port === 'number' ? port : standard
  }
  return [
    { transport: 'ssh', kind: 'ssh_host_key', host, port: portIn('ssh_port', 22) },
    { transport: 'api', kind: apiProofOf(known), host, port: portIn('api_port', apiPortOf(known)) },
  ]
}
