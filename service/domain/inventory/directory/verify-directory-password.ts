import { randomUUID } from 'node:crypto'
import type { Client } from 'ldapts'
import type { LdapSettings } from '../../../store/models/identity-provider.ts'
import type { DirectoryUser } from './find-directory-user.ts'

/**
 * Whether the directory accepts the password of a user, by a bind of the user. An unknown user costs a bind too, so that
 * it takes as long as a wrong password. An empty password is refused before: directories accept it without authentication.
 * @throws Error of ldapts if the connection fails
 */
export async function verifyDirectoryPassword(
  client: Client,
  settings: Pick<LdapSettings, 'baseDn'>,
  user: DirectoryUser | null,
  password: string,
): Promise<boolean> {
  if (password === '') return false
  const { ResultCodeError } = await import('ldapts')
  try {
    await client.bind(user?.dn ?? `cn=${randomUUID()},${settings.baseDn}`, password)
    return user !== null && !user.isDisabled
  } catch (error) {
    if (error instanceof ResultCodeError) return false
    throw error
  }
}
