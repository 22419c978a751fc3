import { fwcoFortios } from './fwco_fortios.ts'
import { lbcoBigip } from './lbco_bigip.ts'
import { linuxServer } from './linux_server.ts'
import { netcoIosxe } from './netco_iosxe.ts'
import { netcoMeraki } from './netco_meraki.ts'
import { netcoNxos } from './netco_nxos.ts'
import { pafwPanorama } from './pafw_panorama.ts'
import { pafwPanos } from './pafw_panos.ts'
import type { Platform } from './platform.ts'
import { routecoJunos } from './routeco_junos.ts'

/** All platforms. */
export const platforms = [
  fwcoFortios,
  lbcoBigip,
  linuxServer,
  netcoIosxe,
  netcoMeraki,
  netcoNxos,
  pafwPanorama,
  pafwPanos,
  routecoJunos,
] as const

export type PlatformId = (typeof platforms)[number]['id']

/** Returns undefined for an unknown id. */
export function platformById(id: string): Platform | undefined {
  return platforms.find((candidate) => candidate.id === id)
}
