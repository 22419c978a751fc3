import { X509Certificate } from 'node:crypto'
import { Setting } from '../../../store/models/setting.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import { recordEvents } from '../events/record-events.ts'
import { sealSecret } from './channel-secret.ts'
import type { MailServer } from './channel-settings.ts'
import { type StoredMailServer, findMailServer, mailServerKey } from './mail-server.ts'

/** A mail server as an administrator enters it. An absent password keeps the stored one. */
export type MailServerInput = Omit<MailServer, 'password'> & { password?: string | null | undefined }

/**
 * Sets the mail server of the installation.
 * @throws DomainError validation_failed for a connection without encryption to another computer, for a login over it,
 *   and for another server without its password
 */
export async function setMailServer(
  context: ActionContext,
  settingsKey: Buffer,
  input: MailServerInput,
): Promise<StoredMailServer> {
  const { trx, now } = context
  const before = await findMailServer(trx)
  const { password, ...fields } = input
  checkServer(input, before)
  const sealed = (plain: string) => sealSecret(settingsKey, mailServerKey, 'password', plain).toString('base64')
  const kept = fields.username === null ? null : (before?.password ?? null)
  const server = { ...fields, password: password === undefined ? kept : password && sealed(password) }
  const row = { key: mailServerKey, value: server, updatedAt: now }
  await Setting.query(trx).insert(row).onConflict('key').merge()
  const { host, port, security, from } = server
  const detail = { host, port, security, from, password_changed: password !== undefined }
  await recordAudit(context, 'mail_server.set', { kind: 'platform', tenantId: null, detail })
  await recordEvents(context, [{ type: 'settings.changed', tenantId: null, data: { changed: ['mail_server'] } }])
  return server
}

/** Removes the mail server of the installation, if one is set. */
export async function removeMailServer(context: ActionContext): Promise<void> {
  const { trx } = context
  const before = await findMailServer(trx)
  await Setting.query(trx).deleteById(mailServerKey)
  const detail = { host: before?.host ?? null }
  await recordAudit(context, 'mail_server.remove', { kind: 'platform', tenantId: null, detail })
  if (!before) return
  await recordEvents(context, [{ type: 'settings.changed', tenantId: null, data: { changed: ['mail_server'] } }])
}

function checkServer(input: MailServerInput, before: StoredMailServer | null): void {
  const { host, port, security, username, password, caCertificates } = input
  if (security === 'none') {
    if (!isLoopback(host)) throw invalidField('security', 'mail_tls_required')
    if (username !== null) throw invalidField('username', 'mail_login_tls_required')
  }
  if (caCertificates !== null) checkCertificates(caCertificates)
  if (username === null) return
  const isSame = before?.host === host && before.port === port && before.username === username
  if (password === null || (password === undefined && (!isSame || before.password === null))) {
    throw invalidField('password', 'is_required')
  }
}

/** A name may resolve to another computer, so only addresses and `localhost` count. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function checkCertificates(pem: string): void {
  try {
    for (const one of pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? ['']) {
      new X509Certificate(one)
    }
  } catch {
    throw invalidField('ca_certificates', 'ca_certificates_invalid')
  }
}
