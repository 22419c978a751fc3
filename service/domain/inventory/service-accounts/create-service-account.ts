import type { Role } from '../../../../shared/permissions/permissions.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import type { User } from '../../../store/models/user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { serviceDomain } from '../users/service-domain.ts'
import { createUser } from '../users/create-user.ts'

export interface NewServiceAccount {
  /** Lower-case letters, digits and hyphens. */
  name: string
  role: Role
  /** The stored role of a custom role. */
  roleId?: string | undefined
}

/** Service accounts of a tenant, and of the platform. */
const maxAccounts = 100

/**
 * Adds a service account of the context's tenant, or of the platform. Its address, which no mail server and no identity
 * provider can have (RFC 2606, `.invalid`), takes the place of a user's e-mail address in lists, events and the audit log.
 * @throws DomainError role_needs_tenant, role_without_tenant, validation_failed for a role that the caller cannot give,
 *   name_taken, too_many
 */
export async function createServiceAccount(
  context: ActionContext,
  { name, role, roleId }: NewServiceAccount,
): Promise<User> {
  const { trx, tenantId } = context
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer service accounts ' || ?, 0))`, [
    tenantId ?? 'platform',
  ])
  const { rows } = await trx.raw<{ rows: { count: string }[] }>(
    'select count(*) from users where is_service_account and tenant_id is not distinct from ?::uuid',
    [tenantId],
  )
  if (Number(rows[0]?.count) >= maxAccounts) {
    throw new DomainError('too_many', { resource: 'service_account', limit: maxAccounts })
  }
  const tenant = tenantId === null ? null : await Tenant.query(trx).findById(tenantId)
  const email = `${name}@${tenant ? `${tenant.slug}.` : ''}${serviceDomain}`
  try {
    return await createUser(context, { email, name, role, roleId, passwordHash: null, isServiceAccount: true })
  } catch (error) {
    if (error instanceof DomainError && error.code === 'email_taken') {
      throw new DomainError('name_taken', { resource: 'service_account' })
    }
    throw error
  }
}
