import { message } from '../../../../shared/messages/message.ts'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Permission, type Role, isPlatformRole } from '../../../../shared/permissions/permissions.ts'
import { ApiToken } from '../../../store/models/api-token.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import { type RoleHolder, readRolePermissions } from '../../kernel/role-permissions.ts'
import { sha256 } from '../../kernel/sha256.ts'
import { requireUserId } from '../../kernel/require-user.ts'
import { requireNetworks } from '../login/networks.ts'
import { chooseRole } from '../roles/choose-role.ts'
import { inOrder } from '../roles/create-role.ts'
import { reportTokens } from './token-events.ts'

export interface NewApiToken {
  name: string
  role: Role
  /** The stored role of a custom role. */
  roleId?: string | undefined
  /** The only permissions of the role that the token has; undefined: all of them. */
  permissions?: Permission[] | undefined
  expiresInDays: number
  networks: string[]
}

const dayMs = 24 * 3_600_000

/** Maximum number of tokens of a user. */
const maxTokens = 100

/** Prefix of tokens: users and secret scanners recognise it. */
const mark = 'coffer_'

/**
 * Creates an API token. Its value is random, returned only once and stored as SHA-256.
 * @param daysWithoutNetworks maximum lifetime of a token without network restrictions, in days; null: no limit of its
 *   own
 * @throws DomainError validation_failed (a role with permissions that the caller lacks, a permission that the role
 *   lacks, an invalid network, too long a lifetime), role_needs_tenant, role_without_tenant, name_taken, too_many
 */
export async function createToken(
  context: ActionContext,
  wanted: NewApiToken,
  daysWithoutNetworks: number | null,
): Promise<{ row: ApiToken; token: string }> {
  const { tenantId, now, trx } = context
  const { name, role, networks } = wanted
  if (isPlatformRole(role) !== (tenantId === null)) {
    throw new DomainError(tenantId === null ? 'role_needs_tenant' : 'role_without_tenant', { role })
  }
  const chosen = await chooseRole(context, wanted, tenantId)
  if (networks.length === 0 && daysWithoutNetworks !== null && wanted.expiresInDays > daysWithoutNetworks) {
    throw invalidField('expires_in_days', 'token_needs_networks', { max_days: daysWithoutNetworks })
  }
  requireNetworks('networks', networks)
  if (wanted.permissions) await requirePermissions(context, chosen, wanted.permissions)
  const permissions = wanted.permissions ? inOrder(wanted.permissions) : null
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
        ...chosen,
        permissions,
        tokenHash: sha256(token),
        networks,
        createdAt: now,
        expiresAt: new Date(now.getTime() + wanted.expiresInDays * dayMs),
        lastUsedAt: null,
      })
      .returning('*')
      .execute(),
  )
  const detail = { name, role, permissions, networks, expires_at: row.expiresAt.toISOString() }
  await recordAudit(context, 'token.create', { kind: 'token', id: row.id, detail })
  await reportTokens(context, 'token.created', [row])
  return { row, token }
}

/** The caller has all permissions of the role: `chooseRole` checks it. */
async function requirePermissions(
  { trx }: Pick<ActionContext, 'trx'>,
  role: RoleHolder,
  permissions: readonly Permission[],
): Promise<void> {
  const [held] = await readRolePermissions(trx, [role])
  const faults = permissions.flatMap((permission, at) =>
    held?.has(permission) ? [] : { path: `permissions.${at}`, error: message('permission_exceeds_role') },
  )
  if (faults.length > 0) throw invalidFields(faults)
}

function rejectTakenName<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('name_taken', { resource: 'api_token' }))
}
