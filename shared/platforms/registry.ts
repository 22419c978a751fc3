import { linuxServer } from './linux_server.ts'
import { netcoIosxe } from './netco_iosxe.ts'
import type { Platform } from './platform.ts'

/** Every platform; one line adds one. */
export const platforms = [linuxServer, netcoIosxe] as const

export type PlatformId = (typeof platforms)[number]['id']

/** Undefined for an identifier that is none. */
export function platformById(id: string): Platform | undefined {
  return platforms.find((candidate) => candidate.id === id)
}
