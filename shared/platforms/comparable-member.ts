import type { ArchiveDescription } from './platform.ts'

/** Larger texts are compared byte for byte. */
const countedTextBytes = 32 * 1024 * 1024

/**
 * Returns whether a member of an archive is compared, and how: `text` is the artifact whose normalisation applies. A
 * path is bytes, as latin1.
 */
export function countedMember(
  { identity }: ArchiveDescription,
  path: Buffer,
  sizeBytes: number,
): { text?: string } | undefined {
  const name = path.toString('latin1')
  const rule = identity.find(({ members }) => members.test(name))
  if (!rule) return undefined
  return rule.as !== undefined && sizeBytes <= countedTextBytes ? { text: rule.as } : {}
}

/** Returns which entries of a tree count for its magnitude: all, but of an archive only the compared members. */
export function countsIn(archive: ArchiveDescription | undefined) {
  return ({ path, size }: { path: Buffer; size: number }): boolean =>
    archive === undefined || countedMember(archive, path, size) !== undefined
}
