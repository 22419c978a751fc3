import { fwcoFortios } from './fwco_fortios.ts'
import { linuxServer } from './linux_server.ts'
import { netcoIosxe } from './netco_iosxe.ts'
import { netcoNxos } from './netco_nxos.ts'
import type { Platform } from './platform.ts'

/** Every platform; one line adds one. */
export const platforms = [fwcoFortios, linuxServer, netcoIosxe, netcoNxos] as const

export type PlatformId = (typeof platforms)[number]['id']

/** Undefined for an identifier that is none. */
export function platformById(id: string): Platform | undefined {
  return platforms.find((candidate) => candidate.id === id)
}
