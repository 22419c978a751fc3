import type { Knex } from 'knex'
import type { User } from '../../../store/models/user.ts'
import { inScope } from '../../../store/scope.ts'
import { type DirectoryDependencies, authenticateWithDirectory } from './directory-login.ts'
import { type ProviderWithDomains, findEnabled } from './find-provider.ts'

/** A user's account in a directory. */
export interface DirectoryAccount {
  found: ProviderWithDomains
  subject: string
}

/** Returns a user's account in a directory; null for users with a password here, or of another kind of provider. */
export async function findDirectoryAccount(
  knex: Knex,
  { identityProviderId, passwordHash, providerSubject: subject }: User,
): Promise<DirectoryAccount | null> {
  if (identityProviderId === null || passwordHash !== null || subject === null) return null
  const found = await inScope(knex, { kind: 'platform' }, (trx) => findEnabled(trx, identityProviderId))
  return found?.provider.kind === 'ldap' ? { found, subject } : null
}

/**
 * Whether the directory accepts the password of this account.
 * @throws DomainError of `authenticateWithDirectory`
 */
export async function isDirectoryPassword(
  dependencies: DirectoryDependencies,
  { found, subject }: DirectoryAccount,
  password: string,
  now: Date,
): Promise<boolean> {
  return (await authenticateWithDirectory(dependencies, found, { key: { subject }, password, now })) !== null
}
