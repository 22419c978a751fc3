import { ScimUser } from '../../../store/models/scim-user.ts'
import { SecondFactor } from '../../../store/models/second-factor.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'
import { removeAllFactors } from '../second-factors/remove-all-factors.ts'
import { requireRemainingAdmin } from '../users/require-remaining-admin.ts'
import { revokeTokens } from '../users/revoke-tokens.ts'
import { endSessions } from '../users/sessions.ts'
import { reportUserChange } from '../users/user-events.ts'
import { describeRemainingTokens } from './describe-remaining-tokens.ts'
import { getUser } from './find-users.ts'
import type { Provisioning } from './provisioning.ts'
import { requireNoBreakGlass } from './require-grantable.ts'

/**
 * Deletes an account at the provider: it is disabled, and loses groups, role, sessions, API tokens, second
 * factors and the link to the provider's user. One audit record states the deletion.
 * @throws ScimRefused 404, 403 for a break-glass account
 * @throws DomainError last_admin
 */
export async function deleteUser(provisioning: Provisioning, id: string): Promise<void> {
  const { context } = provisioning
  const { trx, now } = context
  const { user } = await getUser(provisioning, id)
  requireNoBreakGlass(user)
  await requireRemainingAdmin(context, id)
  const left = await describeRemainingTokens(context, id)
  const noRole = user.tenantId === null ? ('platform_custom' as const) : ('tenant_custom' as const)
  const changed = await User.query(trx).patchAndFetchById(id, {
    ...{ role: noRole, roleId: null, providerSubject: null, suspendedAt: now },
    ...{ disabledAt: user.disabledAt ?? now, updatedAt: now },
  })
  await trx('scim_group_members').where({ user_id: id }).delete()
  await ScimUser.query(trx)
    .findById(id)
    .patch({ isActive: false, groupRole: null, groupRoleId: null, deletedAt: now, updatedAt: now })
  await endSessions(context, id)
  await recordRevocations(context, [userRevocation(changed)])
  await revokeTokens(context, id, { keep: false })
  const factors = await SecondFactor.query(trx).where({ userId: id }).resultSize()
  if (factors > 0) await removeAllFactors(context, changed)
  const { tenantId, email } = user
  const detail = { email, changed: ['disabled', 'role', 'groups', 'provider_subject'], scim: 'deleted', ...left }
  await recordAudit(context, 'user.update', { kind: 'user', id, tenantId, detail })
  await reportUserChange(context, user, changed, { hasNewPassword: false })
}
