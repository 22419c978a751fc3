import type { IdentityProvider } from '../../../store/models/identity-provider.ts'
import { ScimUser } from '../../../store/models/scim-user.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { requireRemainingAdmin } from '../users/require-remaining-admin.ts'
import type { Identity } from './read-identity.ts'

/**
 * Links the account that this provider created over SCIM to the user who logs in for the first time: the account whose `externalId`
 * is the subject, or else the one with the e-mail address. Accounts with a subject or a password, break-glass accounts
 * and accounts that SCIM did not create are never linked.
 * @throws DomainError sso_user_disabled, last_admin
 */
export async function claimProvisionedAccount(
  context: Omit<ActionContext, 'keys'>,
  provider: IdentityProvider,
  { subject, email }: Pick<Identity, 'subject' | 'email'>,
): Promise<User | undefined> {
  const { trx, now } = context
  const free = () =>
    User.query(trx)
      .where({ identityProviderId: provider.id, providerSubject: null, passwordHash: null })
      .where({ isBreakGlass: false, isServiceAccount: false })
      .forUpdate()
  const own = ScimUser.query(trx).where({ providerId: provider.id }).whereNull('deletedAt').select('userId')
  const user =
    (await free()
      .whereIn('id', own.clone().where({ externalId: subject }))
      .first()) ?? (await free().whereIn('id', own.clone()).whereRaw('lower(email) = ?', [email.toLowerCase()]).first())
  if (!user) return undefined
  if (user.disabledAt) throw new DomainError('sso_user_disabled')
  await requireRemainingAdmin(context, user.id)
  const change = { providerSubject: subject, passwordChangeRequired: false, updatedAt: now }
  const linked = await User.query(trx).patchAndFetchById(user.id, change)
  const { id, tenantId } = linked
  await recordAudit(context, 'user.link', {
    kind: 'user',
    id,
    tenantId,
    detail: { email: user.email, subject, scim: true },
  })
  return linked
}
