import { User } from '../../store/models/user.ts'
import type { Call } from '../call.ts'
import { notFound } from '../refusal.ts'

/** The person who asks. */
export async function getOwnUser(call: Call): Promise<User> {
  return (await User.query(call.trx).findById(call.actor.id ?? '')) ?? Promise.reject(notFound())
}
