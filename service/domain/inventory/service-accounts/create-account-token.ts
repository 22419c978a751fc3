import { allPermissions, isCustomRole, permissionSet } from '../../../../shared/permissions/permissions.ts'
import { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { User } from '../../../store/models/user.ts'
import type { ApiToken } from '../../../store/models/api-token.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { holds } from '../../kernel/holds.ts'
import { readRolePermissions } from '../../kernel/role-permissions.ts'
import { coversAll, requireCovered } from '../roles/require-covered.ts'
import { type TokenFields, createToken } from '../users/create-token.ts'

/**
 * Creates an API token of a service account, with the account's role. It remains valid when the user who created it
 * leaves. With `user:provision`, it gives no role with a permission that the caller lacks.
 * @param daysWithoutNetworks as for `createToken`
 * @throws DomainError not_found, role_exceeds_yours for an account, or a role of the provider's
 *   mappings, with permissions that the caller lacks, and those of
 *   `createToken`
 */
export async function createAccountToken(
  context: ActionContext,
  accountId: string,
  fields: TokenFields,
  daysWithoutNetworks: number | null,
): Promise<{ row: ApiToken; token: string }> {
  const account = await User.query(context.trx).findOne({ id: accountId, isServiceAccount: true }).forShare()
  if (!account) throw notFound()
  await requireCovered(context, account)
  const { tenantId, role } = account
  const input = { ...fields, role, roleId: account.roleId ?? undefined }
  const grantable = allPermissions.filter((permission) => holds(context.actor, permission))
  await requireMappings(context, account, fields)
  const { role: own } = context.actor
  const isWhole = own !== null && !isCustomRole(own) && permissionSet(own).size === grantable.length
  const owner = { userId: account.id, grantable, grantableRole: isWhole ? own : null }
  return createToken({ ...context, tenantId }, input, daysWithoutNetworks, owner)
}

/**
 * Rejects a token that provisions users, if the caller lacks a permission of a role that the mappings of the provider give.
 * @throws DomainError role_exceeds_yours
 */
async function requireMappings(context: ActionContext, account: User, { permissions }: TokenFields): Promise<void> {
  const { trx, actor } = context
  const [held] = await readRolePermissions(trx, [account])
  if (!held?.has('user:provision') || permissions?.includes('user:provision') === false) return
  const provider = await IdentityProvider.query(trx).findOne({ tenantId: account.tenantId })
  const roles = (provider?.roleMappings ?? []).map(({ role, role_id: roleId = null }) => ({ role, roleId }))
  const given = await readRolePermissions(trx, roles)
  if (!given.every((some) => coversAll(actor, some))) throw new DomainError('role_exceeds_yours')
}
