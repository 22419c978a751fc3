import { ScimUser } from '../../../store/models/scim-user.ts'
import { revokeTokens } from '../users/revoke-tokens.ts'
import { updateUser } from '../users/update-user.ts'
import { describeRemainingTokens } from './describe-remaining-tokens.ts'
import { type ProvisionedUser, getUser } from './find-users.ts'
import type { Provisioning } from './provisioning.ts'
import type { UserAttributes } from './read-user.ts'
import { rejectTakenName } from './reject-taken-name.ts'
import { requireAddress } from './require-address.ts'
import { requireGrantable, requireNoBreakGlass } from './require-grantable.ts'

/**
 * Changes an account, with one audit record of all changed fields, and none if nothing changed. An account that becomes
 * inactive loses its sessions and API tokens at once. An account that an administrator disabled stays so until the
 * provider deactivates and activates it.
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
  const { userName, externalId, givenName, familyName, isActive } = provisioned
  const before = { userName, externalId, givenName, familyName, isActive, email: user.email, name: user.name }
  const wanted = read(before)
  const changed = (Object.keys(before) as (keyof UserAttributes)[]).filter((field) => wanted[field] !== before[field])
  await requireAddress(provisioning, wanted.email, id)
  if (changed.some((field) => identifying.has(field))) await requireGrantable(provisioning, user)
  if (changed.length === 0) return { user, provisioned, groups }
  const { email, name, ...fields } = wanted
  const row = { ...fields, updatedAt: context.now }
  await rejectTakenName(ScimUser.query(context.trx).findById(id).patch(row).execute())
  const account = {
    ...(email !== user.email && { email }),
    ...(name !== user.name && { name }),
    ...(wanted.isActive !== isActive && { disabled: !wanted.isActive }),
  }
  const isEnding = isActive && !wanted.isActive
  const audit = {
    changed: changed.flatMap((field) => recordedNames[field] ?? []),
    detail: isEnding ? await describeRemainingTokens(context, id) : {},
  }
  await updateUser(context, id, account, { audit })
  if (isEnding) await revokeTokens(context, id, { keep: false })
  return getUser(provisioning, id)
}

const identifying: ReadonlySet<keyof UserAttributes> = new Set(['email', 'userName', 'externalId'])

/** What only SCIM shows, as the audit log names it. */
const recordedNames: Partial<Record<keyof UserAttributes, string>> = {
  userName: 'user_name',
  externalId: 'external_id',
  givenName: 'given_name',
  familyName: 'family_name',
}
