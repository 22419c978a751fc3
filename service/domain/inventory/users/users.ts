import { randomUUIDv7 } from 'node:crypto'
import { type Role, isPlatformRole } from '../../../../shared/permissions/permissions.ts'
import { User } from '../../../store/models/user.ts'
import { violatedConstraint } from '../../../store/violated-constraint.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, invalidField, notFound } from '../../kernel/domain-error.ts'
import { endSessions } from './sessions.ts'
import { requireConfirmation } from '../../kernel/require-confirmation.ts'
import { recordRevocations, userRevocation } from '../revocations/record-revocations.ts'
import { type NamedToken, revokeTokens } from './revoke-tokens.ts'
import { reportUser, reportUserChange } from './user-events.ts'

export interface NewUser {
  email: string
  name: string
  role: Role
  passwordHash: string
}

export type UserChange = Partial<NewUser> & { disabled?: boolean }

/** Returns the users of the context's tenant, or all, by e-mail. */
export function listUsers(context: ActionContext, page: { limit: number; after: string | null }): Promise<User[]> {
  const query = User.query(context.trx).orderByRaw('lower(email)').limit(page.limit)
  return (page.after === null ? query : query.whereRaw('lower(email) > ?', [page.after])).execute()
}

/** @throws DomainError not_found */
export async function getUser({ trx }: Pick<ActionContext, 'trx'>, id: string): Promise<User> {
  const user = await User.query(trx).findById(id)
  if (!user) throw notFound()
  return user
}

/**
 * Adds a user. A `tenant_` role belongs to the context's tenant, a `platform_` role to no tenant.
 * @throws DomainError role_needs_tenant, role_without_tenant, email_taken
 */
export async function createUser(context: Omit<ActionContext, 'keys'>, wanted: NewUser): Promise<User> {
  if (isPlatformRole(wanted.role) !== (context.tenantId === null)) {
    throw new DomainError(context.tenantId === null ? 'role_needs_tenant' : 'role_without_tenant', {
      role: wanted.role,
    })
  }
  const user = await unlessTaken(
    User.query(context.trx)
      .insert({
        id: randomUUIDv7(),
        tenantId: context.tenantId,
        ...wanted,
        passwordChangedAt: context.now,
        createdAt: context.now,
        updatedAt: context.now,
      })
      .returning('*')
      .execute(),
  )
  await recordAudit(context, 'user.create', {
    kind: 'user',
    id: user.id,
    detail: { email: user.email, role: user.role },
  })
  await reportUser(context, 'user.created', user)
  return user
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
 * @throws DomainError not_found, confirmation_required for what gives access or more permissions, email_taken,
 *   last_admin for the last enabled platform_admin, validation_failed for a role that would move the user between
 *   platform and tenant
 */
export async function updateUser(
  context: Omit<ActionContext, 'keys'>,
  id: string,
  change: UserChange,
  { keepTokens = false } = {},
): Promise<UpdatedUser> {
  const { disabled, ...fields } = change
  const known = await User.query(context.trx).findById(id)
  if (!known) throw notFound()
  if (isGrave(change)) requireConfirmation(context)
  if (fields.role && isPlatformRole(fields.role) !== (known.tenantId === null)) {
    throw invalidField('role', known.tenantId ? 'role_not_of_tenant' : 'role_not_of_platform')
  }
  const losesAdmin = disabled === true || (fields.role !== undefined && fields.role !== 'platform_admin')
  if (losesAdmin) await requireRemainingAdmin(context, id)
  const user = await User.query(context.trx).findById(id).forUpdate()
  if (!user) throw notFound()
  const changed = await unlessTaken(
    User.query(context.trx)
      .patchAndFetchById(id, {
        ...fields,
        ...(disabled !== undefined && { disabledAt: disabled ? (user.disabledAt ?? context.now) : null }),
        ...(fields.passwordHash && { passwordChangedAt: context.now }),
        updatedAt: context.now,
      })
      .execute(),
  )
  const shutsOut = disabled === true || fields.passwordHash !== undefined || (fields.role && fields.role !== user.role)
  if (shutsOut) await endSessions(context, id)
  if (shutsOut || disabled === false) await recordRevocations(context, [userRevocation(changed)])
  const tokens = fields.passwordHash
    ? await revokeTokens(context, id, { keep: keepTokens })
    : { tokensRevoked: [], tokensKept: [] }
  const changedFields = Object.keys(change).map((field) => (field === 'passwordHash' ? 'password' : field))
  await recordAudit(context, 'user.update', {
    kind: 'user',
    id,
    tenantId: user.tenantId,
    detail: {
      changed: changedFields,
      ...(tokens.tokensRevoked.length > 0 && { tokens_revoked: tokens.tokensRevoked.length }),
    },
  })
  await reportUserChange(context, user, changed, { hasNewPassword: fields.passwordHash !== undefined })
  return { user: changed, ...tokens }
}

/** Whether a change gives access or more permissions. */
function isGrave({ passwordHash, role, email, disabled }: UserChange): boolean {
  return [passwordHash, role, email].some((value) => value !== undefined) || disabled === false
}

/**
 * Removes a user and the user's sessions.
 * @throws DomainError not_found, last_admin for the last enabled platform_admin
 */
export async function deleteUser(context: ActionContext, id: string): Promise<void> {
  await requireRemainingAdmin(context, id)
  const user = await User.query(context.trx).findById(id).forUpdate()
  if (!user) throw notFound()
  await User.query(context.trx).deleteById(id)
  await recordRevocations(context, [{ kind: 'user', id, tenantId: user.tenantId, state: { isDeleted: true } }])
  await recordAudit(context, 'user.delete', {
    kind: 'user',
    id,
    tenantId: user.tenantId,
    detail: { email: user.email },
  })
  await reportUser(context, 'user.deleted', user)
}

/**
 * Locks all administrators before any other user, in a fixed order: two concurrent requests that each remove the
 * other's administrator would otherwise both succeed, or deadlock.
 */
async function requireRemainingAdmin(context: Omit<ActionContext, 'keys'>, id: string) {
  const admins = await User.query(context.trx)
    .where({ role: 'platform_admin' })
    .whereNull('disabledAt')
    .orderBy('id')
    .forUpdate()
  if (admins.length === 1 && admins[0]?.id === id) {
    throw new DomainError('last_admin')
  }
}

async function unlessTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (violatedConstraint(error)?.kind === 'unique') throw new DomainError('email_taken')
    throw error
  }
}
