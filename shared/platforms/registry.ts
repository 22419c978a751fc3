import { compileShippedDocuments } from './documents/shipped-documents.ts'
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

/** The platforms that are described in TypeScript. The contract names them. */
export const builtInPlatforms = [
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

export type PlatformId = (typeof builtInPlatforms)[number]['id']

/** All platforms: those in TypeScript, then the documents of the product in the order of their ids. */
export const platforms: readonly Platform[] = [...builtInPlatforms, ...compileShippedDocuments()]

const byId = new Map(platforms.map((platform) => [platform.id, platform]))

/** Returns undefined for an unknown id. */
export function platformById(id: string): Platform | undefined {
  return byId.get(id)
}
