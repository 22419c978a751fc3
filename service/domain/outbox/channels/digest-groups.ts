/** Maximum number of events in a digest; further events start another. */
export const maxInDigest = 200

/** Divides a list into parts of at most the size of a digest. */
export function inGroups<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / maxInDigest) }, (_none, at) =>
    items.slice(at * maxInDigest, (at + 1) * maxInDigest),
  )
}
