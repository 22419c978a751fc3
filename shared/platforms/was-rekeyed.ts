/** Fewer values may be changed manually at one time. */
const fewest = 3

/**
 * Returns whether two texts are equal except for their encrypted values, all of which differ. Then the key was changed,
 * and the hidden values need not have.
 * @param sealed pattern of encrypted values, with the flag `g`
 */
export function hasOtherKey(before: string, after: string, sealed: RegExp): boolean {
  const [one, other] = [before.match(sealed) ?? [], after.match(sealed) ?? []]
  if (one.length < fewest || one.length !== other.length) return false
  if (one.some((value, at) => value === other[at])) return false
  return before.replace(sealed, '') === after.replace(sealed, '')
}
