import { message } from '../../../../shared/messages/message.ts'
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Role, covers, isPlatformRole, rolesUpTo } from '../../../../shared/permissions/permissions.ts'
import { ApiToken } from '../../../store/models/api-token.ts'
import { User } from '../../../store/models/user.ts'
import { violatedConstraint } from '../../../store/violated-constraint.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, invalidField, invalidFields, notFound } from '../../kernel/domain-error.ts'
import { recordRevocations, tokenRevocation } from '../revocations/record-revocations.ts'
import { isNetwork } from './networks.ts'
import { reportTokens } from './token-events.ts'

export interface NewApiToken {
  name: string
  role: Role
  expiresInDays: number
  networks: string[]
}

const dayMs = 24 * 3_600_000

/** A person who has more has lost count of them. */
const maxTokens = 100

/** What tokens begin with, so that people and scanners of leaked secrets know one when they see it. */
const mark = 'coffer_'

/** The tokens of the person who asks, the latest first. */
export function listTokens(context: ActionContext): Promise<ApiToken[]> {
  return ApiToken.query(context.trx)
    .where('userId', context.actor.id ?? '')
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Makes a token for a program. Its value is random, given out this once and stored as its SHA-256.
 * @param daysWithoutNetworks the longest life of a token that is bound to no network; null: no limit of its own
 * @throws DomainError 422 for a role with permissions that the caller lacks, an invalid network or too long a lifetime; 400 for a role on the wrong
 *   side; 409 if another token of the caller has this name, or the caller has too many tokens
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
  const userId = actor.id ?? ''
  if ((await ApiToken.query(trx).where({ userId }).resultSize()) >= maxTokens) {
    throw new DomainError('too_many', { resource: 'api_token', limit: maxTokens })
  }
  const token = mark + randomBytes(32).toString('base64url')
  const row = await unlessTaken(
    ApiToken.query(trx)
      .insert({
        id: randomUUIDv7(),
        tenantId,
        userId,
        name,
        role,
        tokenHash: createHash('sha256').update(token).digest(),
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

/** Voids a token of the person who asks, from the next request on. @throws DomainError 404, also for somebody else's */
export async function revokeOwnToken(context: ActionContext, id: string): Promise<void> {
  const row = await ApiToken.query(context.trx)
    .findById(id)
    .where('userId', context.actor.id ?? '')
  if (!row) throw notFound()
  await revoke(context, row)
}

/** A token and who made it; null where the scope does not show him. */
export interface MadeToken {
  row: ApiToken
  maker: Pick<User, 'id' | 'email'> | null
}

/** The tokens of everybody in scope that may no more than the caller's role, the latest first, behind where a page ended. */
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

/** A token that the list of all shows, and who made it. @throws DomainError 404 for another */
export async function getTokenOfAll(context: ActionContext, id: string): Promise<MadeToken> {
  const row = await seenTokens(context).findById(id)
  if (!row) throw notFound()
  const maker = await User.query(context.trx).findById(row.userId).select('id', 'email')
  return { row, maker: maker ?? null }
}

/** Voids anybody's token, from the next request on. @throws DomainError 404 for one that the list does not show */
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

async function unlessTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (violatedConstraint(error)?.kind === 'unique') throw new DomainError('name_taken', { resource: 'api_token' })
    throw error
  }
}
