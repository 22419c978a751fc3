import { hkdfSync, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Permission } from '../../../../shared/permissions/permissions.ts'
import { decrypt, encrypt } from '../../../../shared/repository/aes-gcm.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, invalidField, permissionMissing } from '../../kernel/domain-error.ts'
import { holds } from '../../kernel/holds.ts'

/** A ticket: one request, its user, and its expiry. */
export interface Ticket {
  id: string
  /** SHA-256 of the token of the user who created it: the ticket is invalid when the token is. */
  bearerHash: Buffer
  /** Path and query. */
  target: string
  expiresAt: Date
}

/** Lifetime in milliseconds: a browser follows the address immediately. */
const ticketMs = 60_000

const nonceBytes = 12
const bound = Buffer.from('coffer download ticket')

const uuid = '([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})'

const ofConfig = { action: 'config.download', needs: 'config:download' } as const
const ofInventory = { action: 'inventory.export' }

/** Requests that tickets allow, with their audit action and permission, and whether they require `download=true`. */
const targets: {
  path: RegExp
  action: string
  kind: string
  needs: Permission
  needsSecrets?: boolean
  asksWhole?: boolean
  ofAll?: Permission
}[] = [
  { path: new RegExp(`^/api/artifacts/versions/${uuid}/content$`), kind: 'version', ...ofConfig, asksWhole: true },
  {
    path: new RegExp(`^/api/snapshots/${uuid}/file$`),
    kind: 'snapshot',
    ...ofConfig,
    asksWhole: true,
    needsSecrets: true,
  },
  { path: new RegExp(`^/api/snapshots/${uuid}/archive$`), kind: 'snapshot', ...ofConfig, needsSecrets: true },
  { path: new RegExp(`^/api/devices/${uuid}/export$`), kind: 'device', ...ofInventory, needs: 'device:read' },
  { path: /^\/api\/devices\/export$/, kind: 'device', ...ofInventory, needs: 'device:read', ofAll: 'tenant:manage' },
  { path: new RegExp(`^/api/tenants/(?:${uuid}/)?export$`), kind: 'tenant', ...ofInventory, needs: 'tenant:manage' },
]

/**
 * Creates a ticket for one download, valid for a minute. It is sealed, so that nothing is stored.
 * @returns a DomainError permission_missing for a download that the caller may not have, recorded in the audit log as
 *   a rejected download
 * @throws DomainError validation_failed if the request is not a download
 */
export async function makeTicket(
  context: ActionContext,
  settingsKey: Buffer,
  { target, bearerHash }: Pick<Ticket, 'target' | 'bearerHash'>,
): Promise<{ ticket: string; expiresAt: Date } | DomainError> {
  const url = URL.parse(target, 'http://coffer')
  const known = url?.host === 'coffer' && targets.find(({ path }) => path.test(url.pathname))
  if (!url || !known || (known.asksWhole && url.searchParams.get('download') !== 'true')) {
    throw invalidField('path', 'not_a_download')
  }
  const isOfAll = context.actor.tenantId === null && !url.searchParams.has('tenant')
  const needed = [(isOfAll && known.ofAll) || known.needs, ...(known.needsSecrets ? (['secret:read'] as const) : [])]
  const missing = needed.find((permission) => !holds(context.actor, permission))
  if (missing) {
    const { action, kind } = known
    const [, id] = known.path.exec(url.pathname) ?? []
    await recordAudit(context, action, { kind, id, outcome: 'refused', detail: { missing, path: url.pathname } })
    return permissionMissing(missing)
  }
  const expiresAt = new Date(context.now.getTime() + ticketMs)
  const held = { id: randomUUIDv7(), bearer: bearerHash.toString('base64'), target: url.pathname + url.search }
  const plain = Buffer.from(JSON.stringify({ ...held, expires: expiresAt.getTime() }))
  const nonce = randomBytes(nonceBytes)
  const sealed = Buffer.concat([nonce, encrypt(keyFrom(settingsKey), nonce, bound, plain)])
  await recordAudit(context, 'download.ticket', { kind: 'download', id: held.id, detail: { path: url.pathname } })
  return { ticket: sealed.toString('base64url'), expiresAt }
}

/** @throws DomainError ticket_void if the ticket is forged or expired */
export function openTicket(settingsKey: Buffer, text: string, now: Date): Ticket {
  const sealed = Buffer.from(text, 'base64url')
  const [nonce, content] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes)]
  const plain = sealed.length > nonceBytes + 16 && decrypt(keyFrom(settingsKey), nonce, bound, content)
  if (!plain) throw ticketVoid()
  const { id, bearer, target, expires } = JSON.parse(plain.toString())
  const expiresAt = new Date(expires)
  if (expiresAt <= now) throw ticketVoid()
  return { id, bearerHash: Buffer.from(bearer, 'base64'), target, expiresAt }
}

/**
 * The transaction has the platform scope.
 * @throws DomainError ticket_void if it was already used
 */
export async function spendTicket(trx: ScopedTransaction, { id, expiresAt }: Ticket): Promise<void> {
  const spent = await trx('spent_tickets')
    .insert({ id, expires_at: expiresAt })
    .onConflict('id')
    .ignore()
    .returning('id')
  if (spent.length === 0) throw ticketVoid()
}

function keyFrom(settingsKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', settingsKey, Buffer.alloc(0), 'coffer download tickets', 32))
}

function ticketVoid(): DomainError {
  return new DomainError('ticket_void')
}
