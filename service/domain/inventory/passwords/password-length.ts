/**
 * Limits of a new password, in Unicode code points: NIST SP 800-63B-4, section 3.1.1.2, requires 15 for a password that
 * may be the only factor. There are no rules on kinds of characters, which the same section forbids.
 */
export const passwordLength = { min: 15, max: 1_024 } as const

/** Whether a new password has an accepted length. */
export function hasPasswordLength(password: string): boolean {
  const length = [...password].length
  return length >= passwordLength.min && length <= passwordLength.max
}
