import { message } from '../../../../shared/messages/message.ts'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Role, covers, isPlatformRole, rolesUpTo } from '../../../../shared/permissions/permissions.ts'
import { ApiToken } from '../../../store/models/api-token.ts'
import { User } from '../../../store/models/user.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, invalidField, invalidFields, notFound } from '../../kernel/domain-error.ts'
import { recordRevocations, tokenRevocation } from '../revocations/record-revocations.ts'
import { sha256 } from '../../kernel/sha256.ts'
import { requireUserId } from './require-user.ts'
import { isNetwork } from './networks.ts'
import { reportTokens } from './token-events.ts'

export interface NewApiToken {
  name: string
  role: Role
  expiresInDays: number
  networks: string[]
}

const dayMs = 24 * 3_600_000

/** Maximum number of tokens of a user. */
const maxTokens = 100

/** Prefix of tokens: users and secret scanners recognise it. */
const mark = 'coffer_'

/** Returns the caller's tokens, latest first. */
export function listTokens(context: ActionContext): Promise<ApiToken[]> {
  return ApiToken.query(context.trx)
    .where({ userId: requireUserId(context) })
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Creates an API token. Its value is random, returned only once and stored as SHA-256.
 * @param daysWithoutNetworks maximum lifetime of a token without network restrictions, in days; null: no limit of its
 *   own
 * @throws DomainError validation_failed (a role with permissions that the caller lacks, an invalid network, too long
 *   a lifetime), role_needs_tenant, role_without_tenant, name_taken, too_many
 */
export async function createToken(
  context: ActionContext,
  wanted: NewApiToken,
  daysWithoutNetworks: number | null,
): Promise<{ row: ApiToken; token: string }> {
  const { actor, tenantId, now, trx } = context
  const { name, role, networks } = wanted
  if (!actor.role || !covers(actor.role, role)) throw invalidField('role', 'role_exceeds_own')
  if (isPlatformRole(role) !== (tenantId === null)) {
    throw new DomainError(tenantId === null ? 'role_needs_tenant' : 'role_without_tenant', { role })
  }
  if (networks.length === 0 && daysWithoutNetworks !== null && wanted.expiresInDays > daysWithoutNetworks) {
    throw invalidField('expires_in_days', 'token_needs_networks', { max_days: daysWithoutNetworks })
  }
  const faults = networks.flatMap((network, at) =>
    isNetwork(network) ? [] : { path: `networks.${at}`, error: message('not_a_network', { example: '192.0.2.0/24' }) },
  )
  if (faults.length > 0) throw invalidFields(faults)
  const userId = requireUserId(context)
  if ((await ApiToken.query(trx).where({ userId }).resultSize()) >= maxTokens) {
    throw new DomainError('too_many', { resource: 'api_token', limit: maxTokens })
  }
  const token = mark + randomBytes(32).toString('base64url')
  const row = await rejectTakenName(
    ApiToken.query(trx)
      .insert({
        id: randomUUIDv7(),
        tenantId,
        userId,
        name,
        role,
        tokenHash: sha256(token),
        networks,
        createdAt: now,
        expiresAt: new Date(now.getTime() + wanted.expiresInDays * dayMs),
        lastUsedAt: null,
      })
      .returning('*')
      .execute(),
  )
  const detail = { name, role, networks, expires_at: row.expiresAt.toISOString() }
  await recordAudit(context, 'token.create', { kind: 'token', id: row.id, detail })
  await reportTokens(context, 'token.created', [row])
  return { row, token }
}

/**
 * Revokes a token of the caller, from the next request on.
 * @throws DomainError not_found, also for another user's token
 */
export async function revokeOwnToken(context: ActionContext, id: string): Promise<void> {
  const row = await ApiToken.query(context.trx)
    .findById(id)
    .where({ userId: requireUserId(context) })
  if (!row) throw notFound()
  await revoke(context, row)
}

/** A token and its creator; null if the creator is out of scope. */
export interface MadeToken {
  row: ApiToken
  maker: Pick<User, 'id' | 'email'> | null
}

/**
 * Returns the tokens in scope whose permissions do not exceed the caller's role, latest first, after the previous page.
 */
export async function listTokensOfAll(
  context: ActionContext,
  filter: { userId?: string },
  page: { limit: number; after: string | null },
): Promise<MadeToken[]> {
  const query = seenTokens(context)
    .where({ ...filter })
    .orderBy('id', 'desc')
    .limit(page.limit)
  const rows = await (page.after === null ? query : query.where('id', '<', page.after))
  const makers = await User.query(context.trx)
    .findByIds([...new Set(rows.map(({ userId }) => userId))])
    .select('id', 'email')
  const byId = new Map(makers.map((maker) => [maker.id, maker]))
  return rows.map((row) => ({ row, maker: byId.get(row.userId) ?? null }))
}

/**
 * Returns a token of `listTokensOfAll` with its creator.
 * @throws DomainError not_found
 */
export async function getTokenOfAll(context: ActionContext, id: string): Promise<MadeToken> {
  const row = await seenTokens(context).findById(id)
  if (!row) throw notFound()
  const maker = await User.query(context.trx).findById(row.userId).select('id', 'email')
  return { row, maker: maker ?? null }
}

/**
 * Revokes a token of any user, from the next request on.
 * @throws DomainError not_found if `listTokensOfAll` does not return it
 */
export async function revokeToken(context: ActionContext, id: string): Promise<void> {
  const row = await seenTokens(context).findById(id)
  if (!row) throw notFound()
  await revoke(context, row)
}

function seenTokens({ trx, actor }: ActionContext) {
  return ApiToken.query(trx).whereIn('role', rolesUpTo(actor.role as Role))
}

async function revoke(context: ActionContext, token: ApiToken): Promise<void> {
  const { id, tenantId, userId, name } = token
  await ApiToken.query(context.trx).deleteById(id)
  await recordRevocations(context, [tokenRevocation(token)])
  await recordAudit(context, 'token.delete', { kind: 'token', id, tenantId, detail: { name, maker_id: userId } })
  await reportTokens(context, 'token.revoked', [token])
}

function rejectTakenName<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('name_taken', { resource: 'api_token' }))
}
