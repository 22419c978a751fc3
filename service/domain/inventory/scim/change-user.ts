import { ScimUser } from '../../../store/models/scim-user.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { revokeTokens } from '../users/revoke-tokens.ts'
import { updateUser } from '../users/update-user.ts'
import { rejectTakenName } from './create-user.ts'
import { type ProvisionedUser, getUser } from './find-users.ts'
import { changeMemberships } from './group-roles.ts'
import type { Provisioning } from './provisioning.ts'
import type { UserAttributes } from './read-user.ts'
import { requireAddress } from './require-address.ts'
import { scimForbidden } from './scim-refused.ts'

/**
 * Changes an account. An account that becomes inactive loses its sessions and API tokens at once. An account that an
 * administrator disabled stays so until the provider deactivates and activates it.
 * @param read returns the attributes after the request
 * @throws ScimRefused 404, 403 for a break-glass account, invalidValue, uniqueness
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
 * Deletes an account at the provider: it is disabled and without groups, sessions, API tokens and link to the provider's user.
 * @throws ScimRefused 404, 403 for a break-glass account
 * @throws DomainError last_admin
 */
export async function deleteUser(provisioning: Provisioning, id: string): Promise<void> {
  const { context } = provisioning
  const { trx, now } = context
  requireNoBreakGlass((await getUser(provisioning, id)).user)
  await updateUser(context, id, { disabled: true })
  await revokeTokens(context, id, { keep: false })
  await changeMemberships(provisioning, [id], async () => {
    await trx('scim_group_members').where({ user_id: id }).delete()
  })
  await User.query(trx).findById(id).patch({ providerSubject: null, suspendedAt: now })
  await ScimUser.query(trx).findById(id).patch({ isActive: false, deletedAt: now, updatedAt: now })
}

function requireNoBreakGlass({ isBreakGlass }: User): void {
  if (isBreakGlass) throw scimForbidden('A break-glass account is managed in Coffer only.', 'not_break_glass')
}
