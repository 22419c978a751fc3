import { message } from '../../../../shared/messages/message.ts'
import type { MaintenanceReason } from '../../kernel/maintenance-tasks/record-run.ts'

/** What a sweep would delete, and the totals. */
export interface SweepFindings {
  /** Packs with chunks; of these, packs that lose some and packs that lose all. */
  packs: number
  touchedPacks: number
  emptiedPacks: number
  /** Uncompressed bytes of chunks. */
  bytes: number
  unreferencedBytes: number
  /** Objects in the store, and those that are orphans. */
  packObjects: number
  orphanPacks: number
  manifests: number
  orphanManifests: number
  /** Manifests of versions that the database never recorded. */
  unknownManifests: number
  /** Verified packs that were not listed. */
  absentPacks: number
  /** Packs in the database before the store was listed. */
  knownPacks: number
  knownVersions: number
}

/** A sweep stops above this share of any amount, unless the amount is small. */
const share = 0.05
const handful = 10

/**
 * Returns why a sweep deletes nothing until a user has confirmed it; null if it may continue.
 * @param confirmed whether a user confirmed the amount; an empty listing of the store stops the sweep even then
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
  if (found.touchedPacks > handful && found.unreferencedBytes > found.bytes * share) {
    return message('bytes_unreferenced', { unreferenced: found.unreferencedBytes, stored: found.bytes })
  }
  return null
}

function isMuch(part: number, whole: number): boolean {
  return part > handful && part > whole * share
}
