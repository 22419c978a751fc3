import { allPermissions } from '../../../../shared/permissions/permissions.ts'
import { User } from '../../../store/models/user.ts'
import type { ApiToken } from '../../../store/models/api-token.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { holds } from '../../kernel/holds.ts'
import { requireCovered } from '../roles/require-covered.ts'
import { type TokenFields, createToken } from '../users/create-token.ts'

/**
 * Creates an API token of a service account, with the account's role. It remains valid when the user who created it
 * leaves. With `user:provision`, it gives no role with a permission that the caller lacks.
 * @param daysWithoutNetworks as for `createToken`
 * @throws DomainError not_found, role_exceeds_yours for an account with permissions that the caller lacks, and those of
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
  return createToken({ ...context, tenantId }, input, daysWithoutNetworks, { userId: account.id, grantable })
}
