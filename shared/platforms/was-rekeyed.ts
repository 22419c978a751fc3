/** A few values may be set anew by hand at one time. */
const fewest = 3

/**
 * Whether two texts say the same but for their encrypted values, of which each is another: then the key was changed, and
 * nothing that it hides has to be.
 * @param sealed what is encrypted, with the flag `g`
 */
export function hasOtherKey(before: string, after: string, sealed: RegExp): boolean {
  const [one, other] = [before.match(sealed) ?? [], after.match(sealed) ?? []]
  if (one.length < fewest || one.length !== other.length) return false
  if (one.some((value, at) => value === other[at])) return false
  return before.replace(sealed, '') === after.replace(sealed, '')
}
