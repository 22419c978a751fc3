import { randomUUIDv7 } from 'node:crypto'
import { ScimUser } from '../../../store/models/scim-user.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { updateUser } from '../users/update-user.ts'
import { reportUser } from '../users/user-events.ts'
import { changeUser } from './change-user.ts'
import { type ProvisionedUser, getUser } from './find-users.ts'
import type { Provisioning } from './provisioning.ts'
import type { UserAttributes } from './read-user.ts'
import { rejectTakenName } from './reject-taken-name.ts'
import { requireAddress } from './require-address.ts'

/**
 * Adds an account without a role, which the first login or a group gives. An account that this provider deleted is
 * enabled again, and its next login links it to the provider's user. An account that a login of the user with this
 * `externalId` created becomes managed, and keeps its role.
 * @throws ScimRefused invalidValue, uniqueness, 403 as `changeUser`
 */
export async function createUser(provisioning: Provisioning, wanted: UserAttributes): Promise<ProvisionedUser> {
  const { context, provider } = provisioning
  const { trx, now, tenantId } = context
  const { email, name, ...attributes } = wanted
  const own = await findOfLogin(provisioning, wanted.externalId)
  if (own) return adoptAccount(provisioning, own, wanted)
  const deleted = await findDeleted(provisioning, email)
  await requireAddress(provisioning, email, deleted?.userId ?? null)
  const fields = { ...attributes, deletedAt: null, createdAt: now, updatedAt: now }
  if (deleted) {
    const { userId } = deleted
    const account = { name, disabled: !wanted.isActive }
    await updateUser(context, userId, account, { audit: { changed: scimFields, detail: { scim: 'added_again' } } })
    await rejectTakenName(ScimUser.query(trx).findById(userId).patch(fields).execute())
    return getUser(provisioning, userId)
  }
  const userId = await insertAccount(provisioning, wanted)
  const row = { userId, tenantId, providerId: provider.id, ...fields }
  await rejectTakenName(ScimUser.query(trx).insert(row).execute())
  return getUser(provisioning, userId)
}

/** What only SCIM shows, as the audit log names it. */
const scimFields = ['user_name', 'external_id']

/** Returns the account of the provider's user with this subject that SCIM does not manage. */
async function findOfLogin(
  { context: { trx }, provider }: Provisioning,
  subject: string | null,
): Promise<User | undefined> {
  if (subject === null) return undefined
  return User.query(trx)
    .findOne({ identityProviderId: provider.id, providerSubject: subject })
    .where({ passwordHash: null, isBreakGlass: false, isServiceAccount: false })
    .whereNotExists(trx('scim_users').whereRaw('scim_users.user_id = users.id'))
    .forUpdate()
}

async function adoptAccount(
  provisioning: Provisioning,
  { id: userId, tenantId, email }: User,
  wanted: UserAttributes,
): Promise<ProvisionedUser> {
  const { context, provider } = provisioning
  const { trx, now } = context
  const { userName, externalId, givenName, familyName } = wanted
  const fields = { userName, externalId, givenName, familyName, isActive: true, createdAt: now, updatedAt: now }
  await rejectTakenName(
    ScimUser.query(trx)
      .insert({ userId, tenantId, providerId: provider.id, ...fields })
      .execute(),
  )
  await User.query(trx).findById(userId).patch({ passwordChangeRequired: false })
  const detail = { email, changed: scimFields, scim: 'adopted' }
  await recordAudit(context, 'user.update', { kind: 'user', id: userId, tenantId, detail })
  return changeUser(provisioning, userId, () => wanted)
}

async function findDeleted({ context: { trx }, provider }: Provisioning, email: string): Promise<ScimUser | undefined> {
  const account = await User.query(trx)
    .whereRaw('lower(email) = ?', [email.toLowerCase()])
    .where({ isBreakGlass: false, passwordHash: null })
    .first()
  if (!account) return undefined
  return ScimUser.query(trx).findOne({ userId: account.id, providerId: provider.id }).whereNotNull('deletedAt')
}

async function insertAccount({ context, provider }: Provisioning, wanted: UserAttributes): Promise<string> {
  const { trx, now, tenantId } = context
  const { email, name } = wanted
  const row = {
    ...{ id: randomUUIDv7(), tenantId, email, name, passwordHash: null, identityProviderId: provider.id },
    role: tenantId === null ? ('platform_custom' as const) : ('tenant_custom' as const),
    ...{ suspendedAt: now, passwordChangedAt: now, createdAt: now, updatedAt: now },
    disabledAt: wanted.isActive ? null : now,
  }
  const user = await rejectTakenName(User.query(trx).insert(row).returning('*').execute())
  const { id, role } = user
  await recordAudit(context, 'user.create', { kind: 'user', id, detail: { email, role, scim: true } })
  await reportUser(context, 'user.created', user)
  return id
}
