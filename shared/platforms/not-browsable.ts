/**
 * Why the members of an archive that is whole are not read. `encrypted`, or no gzipped tar at all; the others are limits
 * (a small file may hold terabytes) and names that lead out of the archive.
 */
const notBrowsableReasons = ['encrypted', 'unknown_format', 'too_many_members', 'too_large', 'unsafe_names'] as const

export type NotBrowsable = (typeof notBrowsableReasons)[number]

/** The reason that an archive's metadata gives; what says none that is known here is of an unknown format. */
export function notBrowsableIn({ not_browsable: said }: Record<string, unknown>): NotBrowsable {
  return notBrowsableReasons.find((reason) => reason === said) ?? 'unknown_format'
}
