import { isCustomRole } from '../../../../shared/permissions/permissions.ts'
import { SecondFactor } from '../../../store/models/second-factor.ts'
import { ScimUser } from '../../../store/models/scim-user.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { readRolePermissions } from '../../kernel/role-permissions.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'
import { removeAllFactors } from '../second-factors/remove-all-factors.ts'
import { revokeTokens } from '../users/revoke-tokens.ts'
import { updateUser } from '../users/update-user.ts'
import { rejectTakenName } from './create-user.ts'
import { type ProvisionedUser, getUser } from './find-users.ts'
import type { Provisioning } from './provisioning.ts'
import type { UserAttributes } from './read-user.ts'
import { requireAddress } from './require-address.ts'
import { scimForbidden } from './scim-refused.ts'
import { setGroupRole } from './set-group-role.ts'

/**
 * Changes an account. An account that becomes inactive loses its sessions and API tokens at once. An account that an
 * administrator disabled stays so until the provider deactivates and activates it.
 * @param read returns the attributes after the request
 * @throws ScimRefused 404, 403 for a break-glass account or one with more permissions than the creator of the token, invalidValue, uniqueness
 * @throws DomainError last_admin
 */
export async function changeUser(
  provisioning: Provisioning,
  id: string,
  read: (current: UserAttributes) => UserAttributes,
): Promise<ProvisionedUser> {
  const { context } = provisioning
  const { user, provisioned, groups } = await getUser(provisioning, id)
  requireNoBreakGlass(user)
  const { userName, externalId, isActive } = provisioned
  const wanted = read({ userName, externalId, isActive, email: user.email, name: user.name })
  await requireAddress(provisioning, wanted.email, id)
  await requireGrantable(provisioning, user, { before: { ...provisioned, email: user.email }, wanted })
  const fields = {
    ...(wanted.userName !== userName && { userName: wanted.userName }),
    ...(wanted.externalId !== externalId && { externalId: wanted.externalId }),
    ...(wanted.isActive !== isActive && { isActive: wanted.isActive }),
  }
  const account = {
    ...(wanted.email !== user.email && { email: wanted.email }),
    ...(wanted.name !== user.name && { name: wanted.name }),
    ...(wanted.isActive !== isActive && { disabled: !wanted.isActive }),
  }
  const hasOtherAccount = Object.keys(account).length > 0
  if (!hasOtherAccount && Object.keys(fields).length === 0) return { user, provisioned, groups }
  const row = { ...fields, updatedAt: context.now }
  await rejectTakenName(ScimUser.query(context.trx).findById(id).patch(row).execute())
  await (hasOtherAccount ? updateUser(context, id, account) : recordNames(context, user, Object.keys(fields)))
  if (isActive && !wanted.isActive) await revokeTokens(context, id, { keep: false })
  return getUser(provisioning, id)
}

/** Records a change of what only SCIM shows. */
function recordNames(
  context: Provisioning['context'],
  { id, tenantId }: User,
  fields: readonly string[],
): Promise<void> {
  const changed = fields.map((field) => (field === 'userName' ? 'user_name' : 'external_id'))
  return recordAudit(context, 'user.update', { kind: 'user', id, tenantId, detail: { changed } })
}

/**
 * Deletes an account at the provider: it is disabled, and loses groups, role, sessions, API tokens, second
 * factors and the link to the provider's user.
 * @throws ScimRefused 404, 403 for a break-glass account
 * @throws DomainError last_admin
 */
export async function deleteUser(provisioning: Provisioning, id: string): Promise<void> {
  const { context } = provisioning
  const { trx, now } = context
  requireNoBreakGlass((await getUser(provisioning, id)).user)
  const { user } = await updateUser(context, id, { disabled: true })
  await revokeTokens(context, id, { keep: false })
  const factors = await SecondFactor.query(trx).where({ userId: id }).resultSize()
  if (factors > 0) await removeAllFactors(context, user)
  await trx('scim_group_members').where({ user_id: id }).delete()
  if (user.roleId !== null || !isCustomRole(user.role)) await setGroupRole(provisioning, [id], null)
  await ScimUser.query(trx)
    .findById(id)
    .patch({ isActive: false, groupRole: null, groupRoleId: null, deletedAt: now, updatedAt: now })
  const unlinked = await User.query(trx).patchAndFetchById(id, { providerSubject: null, suspendedAt: now })
  await recordRevocations(context, [userRevocation(unlinked)])
}

/**
 * Rejects a change of what logs in to an account whose role the creator of the token could not give.
 * @throws ScimRefused 403
 */
async function requireGrantable(
  { context, grantable }: Provisioning,
  user: User,
  { before, wanted }: Record<'before' | 'wanted', Pick<UserAttributes, (typeof identifying)[number]>>,
): Promise<void> {
  if (identifying.every((field) => before[field] === wanted[field])) return
  const [held = []] = await readRolePermissions(context.trx, [user])
  const missing = [...held].filter((permission) => !grantable.has(permission)).join(', ')
  if (missing === '') return
  throw scimForbidden(
    `userName, externalId and emails of this account are fixed for this API token: its creator lacked ${missing}.`,
    missing,
  )
}

const identifying = ['email', 'userName', 'externalId'] as const

function requireNoBreakGlass({ isBreakGlass }: User): void {
  if (isBreakGlass) throw scimForbidden('A break-glass account is managed in Coffer only.', 'not_break_glass')
}
