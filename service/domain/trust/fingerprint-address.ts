import type { Device } from '../../store/models/device.ts'
import type { Fingerprint } from '../../store/models/fingerprint.ts'

export type Addressed = Pick<Device, 'hostname' | 'options'>

export interface Address {
  host: string
  port: number
}

/** Where a device shows a fingerprint of that kind. */
export function addressOf({ hostname, options }: Addressed, kind: Fingerprint['kind']): Address {
  const [option, standard] = kind === 'ssh_host_key' ? (['ssh_port', 22] as const) : (['api_port', 443] as const)
  const port = options[option]
  return { host: hostname, port: typeof port === 'number' ? port : standard }
}
