import { Setting } from '../../../store/models/setting.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { openSecret } from './channel-secret.ts'
import type { MailServer } from './channel-settings.ts'

/** The key of the mail server among the settings of the installation, and the id that its password is bound to. */
export const mailServerKey = 'mail_server'

/** The stored form: the password is sealed under the settings key, in base64. */
export type StoredMailServer = Omit<MailServer, 'password'> & { password: string | null }

/** Returns the mail server as it is stored; null if none is set. The transaction has the platform scope. */
export async function findMailServer(trx: ScopedTransaction): Promise<StoredMailServer | null> {
  const row = await Setting.query(trx).findById(mailServerKey)
  return (row?.value as StoredMailServer | undefined) ?? null
}

/** Returns the mail server with its password; null if none is set. The transaction has the platform scope. */
export async function readMailServer(trx: ScopedTransaction, settingsKey: Buffer): Promise<MailServer | null> {
  const server = await findMailServer(trx)
  if (!server) return null
  const sealed = server.password && Buffer.from(server.password, 'base64')
  return { ...server, password: sealed && openSecret(settingsKey, mailServerKey, 'password', sealed) }
}
