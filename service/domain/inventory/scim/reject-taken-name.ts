import { violatedConstraint } from '../../../store/violated-constraint.ts'
import { addressTaken } from './require-address.ts'
import { ScimRefused } from './scim-refused.ts'

/**
 * Awaits a write of `scim_users`, or of an account's address.
 * @throws ScimRefused uniqueness
 */
export async function rejectTakenName<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    const violated = violatedConstraint(error)
    if (violated?.kind !== 'unique') throw error
    if (!violated.name.startsWith('scim_')) throw addressTaken()
    throw new ScimRefused(409, 'uniqueness', 'Another resource has this userName, displayName or externalId.')
  }
}
