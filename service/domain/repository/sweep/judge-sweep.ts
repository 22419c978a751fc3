import { readableSize } from '../../refusal.ts'

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
  strayPacks: number
  manifests: number
  strayManifests: number
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
 * Why a sweep removes nothing until a person has looked, as a sentence; null when it may go on.
 * @param confirmed a person has said yes to how much it is; a store that lists nothing is not believed even then
 */
export function judgeSweep(found: SweepFindings, confirmed: boolean): string | null {
  if (found.packObjects === 0 && found.knownPacks > 0) {
    return `the object store lists no pack, and the database knows ${found.knownPacks}: is it the right store?`
  }
  if (found.manifests === 0 && found.knownVersions > 0) {
    return `the object store lists no manifest, and the database knows ${found.knownVersions} versions: is it the right store?`
  }
  if (confirmed) return null
  if (found.unknownManifests > 0) {
    return `the database has never heard of ${found.unknownManifests} of ${found.manifests} manifests in the store: was it put back? rebuild-index attaches them; if nobody wants them, POST /api/storage/purge is the yes`
  }
  const [much] = [
    { what: 'packs would be left without a chunk', part: found.emptiedPacks, whole: found.packs },
    { what: 'packs in the store are named by no row', part: found.strayPacks, whole: found.packObjects },
    { what: 'manifests in the store are named by no row', part: found.strayManifests, whole: found.manifests },
    { what: 'packs that the database knows are not in the store', part: found.absentPacks, whole: found.knownPacks },
  ].filter(({ part, whole }) => part > handful && part > whole * share)
  if (much) return `${much.part} of ${much.whole} ${much.what}: ${ask}`
  if (found.touchedPacks > handful && found.dyingBytes > found.bytes * share) {
    return `${readableSize(found.dyingBytes)} of ${readableSize(found.bytes)} are referred to by nothing: ${ask}`
  }
  return null
}

const ask = 'more than a sweep removes unasked (POST /api/storage/purge is the yes)'
