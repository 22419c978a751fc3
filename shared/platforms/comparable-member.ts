import type { ArchiveDescription } from './platform.ts'

/** A text of more bytes is compared byte for byte. */
const countedTextBytes = 32 * 1024 * 1024

/**
 * Whether a member of an archive counts for what the archive says, and how it is compared: `text` is the artifact whose
 * normalisation it gets. A path is bytes: as latin1.
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

/** Which entries of a tree count for how much of it changed: all, but of an archive's members those that say something. */
export function countsIn(archive: ArchiveDescription | undefined) {
  return ({ path, size }: { path: Buffer; size: number }): boolean =>
    archive === undefined || countedMember(archive, path, size) !== undefined
}
