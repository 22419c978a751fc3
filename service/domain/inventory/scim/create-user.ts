import { randomUUIDv7 } from 'node:crypto'
import { ScimUser } from '../../../store/models/scim-user.ts'
import { User } from '../../../store/models/user.ts'
import { violatedConstraint } from '../../../store/violated-constraint.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { updateUser } from '../users/update-user.ts'
import { reportUser } from '../users/user-events.ts'
import { type ProvisionedUser, getUser } from './find-users.ts'
import type { Provisioning } from './provisioning.ts'
import type { UserAttributes } from './read-user.ts'
import { addressTaken, requireAddress } from './require-address.ts'
import { ScimRefused } from './scim-refused.ts'

/**
 * Adds an account without a role, which the first login or a group gives. An account that this provider deleted is
 * enabled again, and its next login links it to the provider's user.
 * @throws ScimRefused invalidValue, uniqueness
 */
export async function createUser(provisioning: Provisioning, wanted: UserAttributes): Promise<ProvisionedUser> {
  const { context, provider } = provisioning
  const { trx, now, tenantId } = context
  const deleted = await findDeleted(provisioning, wanted.email)
  await requireAddress(provisioning, wanted.email, deleted?.userId ?? null)
  const { userName, externalId, isActive } = wanted
  const fields = { userName, externalId, isActive, deletedAt: null, createdAt: now, updatedAt: now }
  if (deleted) {
    const { userId } = deleted
    await updateUser(context, userId, { name: wanted.name, disabled: !isActive })
    await rejectTakenName(ScimUser.query(trx).findById(userId).patch(fields).execute())
    return getUser(provisioning, userId)
  }
  const userId = await insertAccount(provisioning, wanted)
  const row = { userId, tenantId, providerId: provider.id, ...fields }
  await rejectTakenName(ScimUser.query(trx).insert(row).execute())
  return getUser(provisioning, userId)
}

/**
 * Awaits a write of `scim_users`, or of an account's address.
 * @throws ScimRefused uniqueness
 */
export async function rejectTakenName<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    const violated = violatedConstraint(error)
    if (violated?.kind !== 'unique') throw error
    if (!violated.name.startsWith('scim_')) throw addressTaken()
    throw new ScimRefused(409, 'uniqueness', 'Another resource has this userName, displayName or externalId.')
  }
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
