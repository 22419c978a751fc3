import { User } from '../../../store/models/user.ts'
import type { Provisioning } from './provisioning.ts'
import { isServiceDomain } from '../users/service-domain.ts'
import { ScimRefused, invalidValue } from './scim-refused.ts'

const address = /^[^\s@\0]{1,64}@([^\s@\0]{1,255})$/

/**
 * Requires an address in a domain of the provider that no other account has.
 * @param ownId the account that may have it
 * @throws ScimRefused invalidValue, uniqueness
 */
export async function requireAddress(
  { context: { trx }, domains }: Provisioning,
  email: string,
  ownId: string | null,
): Promise<void> {
  const [, domain] = address.exec(email) ?? []
  if (domain === undefined) throw invalidValue('emails and userName contain no e-mail address.')
  if (domains.length > 0 && !domains.includes(domain.toLowerCase())) {
    throw invalidValue('The domain of the e-mail address is not one of the identity provider in Coffer.')
  }
  if (isServiceDomain(domain)) throw invalidValue('The domain of the e-mail address is reserved for service accounts.')
  const taken = await User.query(trx).whereRaw('lower(email) = ?', [email.toLowerCase()]).first()
  if (taken && taken.id !== ownId) throw addressTaken()
}

/** Returns the error of an address that another account has. */
export function addressTaken(): ScimRefused {
  return new ScimRefused(409, 'uniqueness', 'Another account in Coffer has this e-mail address.')
}
