import { randomUUIDv7 } from 'node:crypto'
import { type Role, isPlatformRole } from '../../../../shared/permissions/permissions.ts'
import { User } from '../../../store/models/user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { chooseRole } from '../roles/choose-role.ts'
import { requireOtherDomain } from './service-domain.ts'
import { reportUser } from './user-events.ts'

export interface NewUser {
  email: string
  name: string
  role: Role
  /** The stored role of a custom role. */
  roleId?: string | undefined
  /** Null for a user who logs in with an identity provider. */
  passwordHash: string | null
  /** Whether the user must change the password at the next login. */
  passwordChangeRequired?: boolean
  identityProviderId?: string
  providerSubject?: string
  isServiceAccount?: boolean
}

/**
 * Adds a user. A `tenant_` role belongs to the context's tenant, a `platform_` role to no tenant.
 * @throws DomainError role_needs_tenant, role_without_tenant, validation_failed for a role that the caller cannot give,
 *   email_taken
 */
export async function createUser(context: Omit<ActionContext, 'keys'>, input: NewUser): Promise<User> {
  if (isPlatformRole(input.role) !== (context.tenantId === null)) {
    throw new DomainError(context.tenantId === null ? 'role_needs_tenant' : 'role_without_tenant', {
      role: input.role,
    })
  }
  if (!input.isServiceAccount) requireOtherDomain(input.email)
  const chosen = await chooseRole(context, input, context.tenantId)
  const user = await rejectTakenEmail(
    User.query(context.trx)
      .insert({
        id: randomUUIDv7(),
        tenantId: context.tenantId,
        ...input,
        ...chosen,
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
    detail: {
      email: user.email,
      role: user.role,
      ...(input.isServiceAccount && { service_account: true }),
      ...(input.passwordChangeRequired && { must_change_password: true }),
    },
  })
  await reportUser(context, 'user.created', user)
  return user
}

/** @throws DomainError email_taken */
export function rejectTakenEmail<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('email_taken'))
}
