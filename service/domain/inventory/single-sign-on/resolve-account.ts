import { User } from '../../../store/models/user.ts'
import type { IdentityProvider } from '../../../store/models/identity-provider.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'
import { createUser } from '../users/create-user.ts'
import { updateUser } from '../users/update-user.ts'
import { claimProvisionedAccount } from './claim-provisioned-account.ts'
import type { Identity } from './read-identity.ts'

type Context = Omit<ActionContext, 'keys'>

/**
 * Returns the account of an identity: the one with its subject, with e-mail, name and role of this login, or a new one. A
 * break-glass account keeps its own e-mail and role.
 * An account with the same e-mail is never linked automatically, unless the provider created it over SCIM: an administrator links it.
 * @throws DomainError sso_email_taken, sso_user_disabled, last_admin if the role of the last administrator would change
 */
export async function resolveAccount(context: Context, provider: IdentityProvider, identity: Identity): Promise<User> {
  const { trx } = context
  const { subject, email, name, role, roleId } = identity
  const known =
    (await User.query(trx).findOne({ identityProviderId: provider.id, providerSubject: subject })) ??
    (await claimProvisionedAccount(context, provider, identity))
  if (known?.disabledAt) throw new DomainError('sso_user_disabled')
  const taken = await User.query(trx).whereRaw('lower(email) = ?', [email.toLowerCase()]).first()
  if (taken && taken.id !== known?.id) throw new DomainError('sso_email_taken', { email, subject })
  if (!known) {
    return createUser(context, {
      email,
      name,
      role,
      roleId,
      passwordHash: null,
      identityProviderId: provider.id,
      providerSubject: subject,
    })
  }
  const change = {
    ...(known.email !== email && !known.isBreakGlass && { email }),
    ...(known.name !== name && { name }),
    ...(!known.isBreakGlass && (known.role !== role || known.roleId !== (roleId ?? null)) && { role, roleId }),
  }
  if (known.suspendedAt) {
    const accepted = await User.query(trx).patchAndFetchById(known.id, { suspendedAt: null })
    await recordRevocations(context, [userRevocation(accepted)])
  }
  return Object.keys(change).length === 0 ? known : (await updateUser(context, known.id, change)).user
}
