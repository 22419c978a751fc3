import { invalidField } from '../../kernel/domain-error.ts'
import { hashPassword } from '../login/password-hash.ts'
import { type BreachedPasswords, type PasswordOwner, checkNewPassword } from './check-new-password.ts'

/**
 * Returns the hash of a new password that is accepted.
 * @param field the request's field that has it
 * @throws DomainError validation_failed
 */
export async function hashNewPassword(
  field: string,
  password: string,
  owner: PasswordOwner,
  breached: BreachedPasswords | null,
): Promise<string> {
  const refusal = await checkNewPassword(password, owner, breached)
  if (refusal) throw invalidField(field, refusal)
  return hashPassword(password)
}
