import { isPlatformRole } from '../../../../shared/permissions/permissions.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, invalidField, notFound } from '../../kernel/domain-error.ts'
import { requireConfirmation } from '../../kernel/require-confirmation.ts'
import type { RoleHolder } from '../../kernel/role-permissions.ts'
import { chooseRole } from '../roles/choose-role.ts'
import { requireCovered } from '../roles/require-covered.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'
import { type NewUser, rejectTakenEmail } from './create-user.ts'
import { requireBreakGlassUser } from './require-break-glass-user.ts'
import { requireUnprovisioned } from './require-unprovisioned.ts'
import { requireRemainingAdmin } from './require-remaining-admin.ts'
import { type NamedToken, revokeTokens } from './revoke-tokens.ts'
import { endSessions } from './sessions.ts'
import { requireOtherDomain } from './service-domain.ts'
import { reportUserChange } from './user-events.ts'

export type UserChange = Partial<NewUser> & { disabled?: boolean; isBreakGlass?: boolean }

/** What the audit record of a change states in addition: names of fields, and other facts. */
export interface UserAudit {
  changed?: readonly string[]
  detail?: object
}

/** A user after a change, and the result for the user's API tokens if the password changed. */
export interface UpdatedUser {
  user: User
  tokensRevoked: NamedToken[]
  tokensKept: NamedToken[]
}

/**
 * Changes a user. Another role or password, or disabling, ends the user's sessions. Another password also revokes the
 * user's API tokens unless they are to be kept.
 * A user of an identity provider has a password only as a break-glass account.
 * @throws DomainError break_glass_user_missing, password_at_provider, user_provisioned, not_found, confirmation_required for what gives access or more permissions, email_taken,
 *   role_exceeds_yours for a user with permissions that the caller lacks, last_admin for the last enabled platform_admin, validation_failed for a role that would move the user between
 *   platform and tenant
 */
export async function updateUser(
  context: Omit<ActionContext, 'keys'>,
  id: string,
  change: UserChange,
  { keepTokens = false, audit = {} }: { keepTokens?: boolean; audit?: UserAudit } = {},
): Promise<UpdatedUser> {
  const { disabled, role, roleId, ...others } = change
  if (change.email !== undefined) requireOtherDomain(change.email)
  const known = await User.query(context.trx).findById(id)
  if (!known) throw notFound()
  if (needsConfirmation(change)) requireConfirmation(context)
  if (known.identityProviderId !== null) refusePassword(known, change)
  await requireUnprovisioned(context, known, change)
  await requireCovered(context, known)
  if (role && isPlatformRole(role) !== (known.tenantId === null)) {
    throw invalidField('role', known.tenantId ? 'role_not_of_tenant' : 'role_not_of_platform')
  }
  const isOfProvider = known.identityProviderId !== null
  const chosen = await readChosenRole(context, known, { role, roleId })
  const fields = { ...others, ...chosen, ...requiredChange(change, isOfProvider) }
  const losesAdmin = disabled === true || (fields.role !== undefined && fields.role !== 'platform_admin')
  if (losesAdmin) await requireRemainingAdmin(context, id)
  const user = await User.query(context.trx).findById(id).forUpdate()
  if (!user) throw notFound()
  const changed = await rejectTakenEmail(
    User.query(context.trx)
      .patchAndFetchById(id, {
        ...fields,
        ...(isOfProvider && change.isBreakGlass === false && { passwordHash: null, passwordChangeRequired: false }),
        ...(disabled !== undefined && { disabledAt: disabled ? (user.disabledAt ?? context.now) : null }),
        ...(fields.passwordHash && { passwordChangedAt: context.now }),
        updatedAt: context.now,
      })
      .execute(),
  )
  if (known.isBreakGlass && known.tenantId === null) await requireBreakGlassUser(context.trx)
  const endsSessions =
    disabled === true ||
    fields.passwordHash !== undefined ||
    (chosen && (chosen.role !== user.role || chosen.roleId !== user.roleId))
  if (endsSessions) await endSessions(context, id)
  if (endsSessions || disabled === false) await recordRevocations(context, [userRevocation(changed)])
  const tokens = fields.passwordHash
    ? await revokeTokens(context, id, { keep: keepTokens })
    : { tokensRevoked: [], tokensKept: [] }
  const changedFields = Object.keys(change).map((field) => apiNames[field] ?? field)
  await recordAudit(context, 'user.update', {
    kind: 'user',
    id,
    tenantId: user.tenantId,
    detail: {
      changed: [...changedFields, ...(audit.changed ?? [])],
      ...(tokens.tokensRevoked.length > 0 && { tokens_revoked: tokens.tokensRevoked.length }),
      ...audit.detail,
    },
  })
  await reportUserChange(context, user, changed, { hasNewPassword: fields.passwordHash !== undefined })
  return { user: changed, ...tokens }
}

/** @throws DomainError password_at_provider */
function refusePassword({ isBreakGlass }: User, change: UserChange): void {
  const isOfPassword = change.passwordHash !== undefined || change.passwordChangeRequired === true
  if (isOfPassword && !(change.isBreakGlass ?? isBreakGlass)) throw new DomainError('password_at_provider')
}

/**
 * Returns whether the user must change the password. A new password without this is one that the user may keep. A
 * user of a provider logs in without the password of a break-glass account, which others keep: it is never required.
 */
function requiredChange({ passwordHash, passwordChangeRequired }: UserChange, isOfProvider: boolean) {
  const isStated = passwordHash !== undefined || passwordChangeRequired !== undefined
  return isStated ? { passwordChangeRequired: passwordChangeRequired === true && !isOfProvider } : {}
}

const apiNames: Record<string, string> = {
  passwordHash: 'password',
  passwordChangeRequired: 'must_change_password',
  isBreakGlass: 'break_glass',
  roleId: 'role_id',
}

/** A custom role that is named alone replaces another one of the same side. */
async function readChosenRole(
  context: Omit<ActionContext, 'keys'>,
  user: User,
  { role, roleId }: Pick<UserChange, 'role' | 'roleId'>,
): Promise<RoleHolder | null> {
  if (role === undefined && roleId === undefined) return null
  return chooseRole(context, { role: role ?? user.role, roleId }, user.tenantId)
}

/** Whether a change gives access or more permissions. */
function needsConfirmation(change: UserChange): boolean {
  const { passwordHash, role, roleId, email, isBreakGlass } = change
  const isStated = [passwordHash, role, roleId, email, isBreakGlass].some((value) => value !== undefined)
  return isStated || change.disabled === false || change.passwordChangeRequired === false
}
