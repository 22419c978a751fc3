/**
 * Why the members of a complete archive are not listed: `encrypted`, or not a gzipped tar. The others are limits (a
 * small file may contain terabytes) and names that leave the archive.
 */
const notBrowsableReasons = ['encrypted', 'unknown_format', 'too_many_members', 'too_large', 'unsafe_names'] as const

export type NotBrowsable = (typeof notBrowsableReasons)[number]

/** Returns the reason in an archive's metadata. An unknown one counts as an unknown format. */
export function notBrowsableIn({ not_browsable: value }: Record<string, unknown>): NotBrowsable {
  return notBrowsableReasons.find((reason) => reason === value) ?? 'unknown_format'
}
