import type { FieldErrorCode } from '../../../../shared/messages/codes.ts'

/** Passwords known from breaches, from a file that the operator loads. */
export interface BreachedPasswords {
  contains(password: string): Promise<boolean>
}

/** What names the owner of a password. */
export interface PasswordOwner {
  email: string
  name: string
}

/** Characters that must remain of a password without the names that an attacker tries first. */
const remaining = 8

/**
 * Returns why a new password is not accepted, null if it is. Its length is checked before.
 * @param breached null if the operator has loaded no list
 */
export async function checkNewPassword(
  password: string,
  owner: PasswordOwner,
  breached: BreachedPasswords | null,
): Promise<Extract<FieldErrorCode, 'password_repeats' | 'password_of_names' | 'password_breached'> | null> {
  const bare = withoutNames(password, owner)
  if ([...bare].length < remaining) return 'password_of_names'
  if (new Set(bare.toLowerCase()).size < 4) return 'password_repeats'
  return (await breached?.contains(password)) ? 'password_breached' : null
}

/** Removes the owner's names and the service's, whatever their case. NIST SP 800-63B-4 calls them context-specific. */
function withoutNames(password: string, { email, name }: PasswordOwner): string {
  const [local = '', domain = ''] = email.split('@')
  const words = [email, local, ...domain.split('.'), ...name.split(/\s+/), 'coffer']
  return words
    .filter((word) => word.length >= 3)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.toLowerCase().replaceAll(word.toLowerCase(), ''), password)
}
