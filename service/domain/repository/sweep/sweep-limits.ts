import { message } from '../../../../shared/messages/message.ts'
import type { MaintenanceReason } from '../../kernel/policy-runs/record-run.ts'

/** What a sweep would remove, beside what there is. */
export interface SweepFindings {
  /** Packs with chunks in them; of them those that lose some, and those that lose all. */
  packs: number
  touchedPacks: number
  emptiedPacks: number
  /** Of chunks, before compression. */
  bytes: number
  dyingBytes: number
  /** Objects in the store, and those of them that no row names or that were sent and never counted. */
  packObjects: number
  orphanPacks: number
  manifests: number
  orphanManifests: number
  /** Manifests of versions that the database has never heard of. */
  unknownManifests: number
  /** Packs that count and were not listed. */
  absentPacks: number
  /** What the database knew before the store was listed. */
  knownPacks: number
  knownVersions: number
}

/** More of anything than this share is more than a night brings, unless it is no more than a handful. */
const share = 0.05
const handful = 10

/**
 * Returns why a sweep removes nothing until a user has confirmed it; null when it may continue.
 * @param confirmed a user has confirmed the amount; a store that lists nothing is not believed even then
 */
export function checkSweepLimits(found: SweepFindings, confirmed: boolean): MaintenanceReason | null {
  if (found.packObjects === 0 && found.knownPacks > 0) {
    return message('store_lists_no_packs', { packs: Number(found.knownPacks) })
  }
  if (found.manifests === 0 && found.knownVersions > 0) {
    return message('store_lists_no_manifests', { versions: Number(found.knownVersions) })
  }
  if (confirmed) return null
  const { packs, packObjects, manifests, unknownManifests } = found
  if (unknownManifests > 0) return message('manifests_unknown', { unknown: unknownManifests, stored: manifests })
  if (isMuch(found.emptiedPacks, packs)) {
    return message('packs_unreferenced', { packs: found.emptiedPacks, stored: packs })
  }
  if (isMuch(found.orphanPacks, packObjects)) {
    return message('packs_without_row', { packs: found.orphanPacks, stored: packObjects })
  }
  if (isMuch(found.orphanManifests, manifests)) {
    return message('manifests_without_row', { manifests: found.orphanManifests, stored: manifests })
  }
  if (isMuch(found.absentPacks, found.knownPacks)) {
    return message('packs_missing', { packs: found.absentPacks, known: Number(found.knownPacks) })
  }
  if (found.touchedPacks > handful && found.dyingBytes > found.bytes * share) {
    return message('bytes_unreferenced', { unreferenced: found.dyingBytes, stored: found.bytes })
  }
  return null
}

function isMuch(part: number, whole: number): boolean {
  return part > handful && part > whole * share
}
