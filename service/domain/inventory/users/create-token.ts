import { message } from '../../../../shared/messages/message.ts'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import {
  type Permission,
  type Role,
  isPlatformRole,
  limitablePermissions,
} from '../../../../shared/permissions/permissions.ts'
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

export interface TokenFields {
  name: string
  /** The only permissions of the role that the token has; undefined: all of them. */
  permissions?: Permission[] | undefined
  expiresInDays: number
  networks: string[]
  /** Devices of one of these sites, or with one of these tags; both empty: all devices. */
  sites: string[]
  tags: string[]
}

export interface NewApiToken extends TokenFields {
  role: Role
  /** The stored role of a custom role. */
  roleId?: string | undefined
}

/** The service account that owns a token. */
export interface TokenOwner {
  userId: string
  /** Permissions of the caller, which bound the roles that the token gives to provisioned users. */
  grantable: Permission[]
  /** The caller's built-in role, if the caller has all of its permissions. */
  grantableRole: Role | null
}

const dayMs = 24 * 3_600_000

/** Maximum number of tokens of a user. */
const maxTokens = 100

/** Prefix of tokens: users and secret scanners recognise it. */
const mark = 'coffer_'

/**
 * Creates an API token. Its value is random, returned only once and stored as SHA-256.
 * @param owner default: the caller
 * @param daysWithoutNetworks maximum lifetime of a token without network restrictions, in days; null: no limit of its
 *   own
 * @throws DomainError validation_failed (a role with permissions that the caller lacks, a permission that the role
 *   lacks or that no limit covers, limits without a tenant, an invalid network, too long a lifetime), role_needs_tenant, role_without_tenant, name_taken, too_many
 */
export async function createToken(
  context: ActionContext,
  input: NewApiToken,
  daysWithoutNetworks: number | null,
  owner?: TokenOwner,
): Promise<{ row: ApiToken; token: string }> {
  const userId = owner?.userId ?? requireUserId(context)
  const { tenantId, now, trx } = context
  const { name, role, networks, sites, tags } = input
  if (isPlatformRole(role) !== (tenantId === null)) {
    throw new DomainError(tenantId === null ? 'role_needs_tenant' : 'role_without_tenant', { role })
  }
  const chosen = await chooseRole(context, input, tenantId)
  if (networks.length === 0 && daysWithoutNetworks !== null && input.expiresInDays > daysWithoutNetworks) {
    throw invalidField('expires_in_days', 'token_needs_networks', { max_days: daysWithoutNetworks })
  }
  requireNetworks('networks', networks)
  checkLimits(tenantId, input)
  if (input.permissions) await requirePermissions(context, chosen, input.permissions)
  const permissions = input.permissions ? inOrder(input.permissions) : null
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer tokens ' || ?, 0))`, [userId])
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
        grantable: owner?.grantable ?? null,
        grantableRole: owner?.grantableRole ?? null,
        tokenHash: sha256(token),
        networks,
        sites,
        tags,
        createdBy: requireUserId(context),
        createdByEmail: context.actor.name,
        createdAt: now,
        expiresAt: new Date(now.getTime() + input.expiresInDays * dayMs),
        lastUsedAt: null,
        lastUsedIp: null,
      })
      .returning('*')
      .execute(),
  )
  const limits = { permissions, networks, sites, tags }
  const detail = { name, role, user_id: userId, ...limits, expires_at: row.expiresAt.toISOString() }
  await recordAudit(context, 'token.create', { kind: 'token', id: row.id, detail })
  await reportTokens(context, 'token.created', [row])
  return { row, token }
}

/** @throws DomainError validation_failed */
function checkLimits(tenantId: string | null, { sites, tags, permissions = [] }: TokenFields): void {
  if (sites.length + tags.length === 0) return
  if (tenantId === null) throw invalidField(sites.length > 0 ? 'sites' : 'tags', 'limits_of_tenant_only')
  const at = permissions.findIndex((permission) => !limitablePermissions.includes(permission))
  if (at >= 0) throw invalidField(`permissions.${at}`, 'permission_not_limitable')
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
