import { apiPortOf } from '../../../shared/platforms/platform.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import type { Device } from '../../store/models/device.ts'
import type { Fingerprint } from '../../store/models/fingerprint.ts'

export type Addressed = Pick<Device, 'platform' | 'hostname' | 'options'>

export interface Address {
  host: string
  port: number
}

/** Where a device shows a fingerprint of that kind. */
export function addressOf({ platform, hostname, options }: Addressed, kind: Fingerprint['kind']): Address {
  const isSsh = kind === 'ssh_host_key'
  const port = options[isSsh ? 'ssh_port' : 'api_port']
  const standard = isSsh ? 22 : apiPortOf(platformById(platform))
  return { host: hostname, port: typeof port === 'number' ? port : standard }
}
