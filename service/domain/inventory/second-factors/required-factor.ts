import type { ScopedTransaction } from '../../../store/scope.ts'

/** Platform setting: roles whose users must have a second factor. */
export const requiringRolesKey = 'second_factor_roles'

/** Selects users `u` who must have a factor, by their role or their tenant, in the platform scope. */
const isRequired = `(
  exists (select from settings where key = '${requiringRolesKey}' and value @> to_jsonb(u.role))
  or exists (select from tenants t where t.id = u.tenant_id and t.second_factor_required))`

/** Returns whether a user must have a second factor. The transaction has the platform scope. */
export async function isFactorRequired(trx: ScopedTransaction, userId: string): Promise<boolean> {
  const { rows } = await trx.raw(`select ${isRequired} as required from users u where u.id = ?`, [userId])
  return rows[0]?.required === true
}

/** Selects sessions `s` of users who logged in at a provider that verifies a second factor. */
const isVerifiedByProvider = `exists (
  select from identity_providers p where p.id = s.identity_provider_id and p.verifies_second_factor
    and not 'single_factor' = any (s.login_methods))`

/**
 * Limits the open sessions of users who must have a factor and have none, until they set one up, and lifts the limit of
 * all others. A login at a provider that verifies a second factor counts as one with a factor. The transaction has the
 * platform scope; that of a tenant is enough if it requires a factor of all its users.
 * @param of only this user, or the users of this tenant; default: all users. `isRequired`: the tenant requires a factor
 */
export async function limitSessionsWithoutFactor(
  trx: ScopedTransaction,
  of: { userId?: string; tenantId?: string; isRequired?: boolean } = {},
): Promise<void> {
  const named = of.userId ? 'and u.id = :userId' : of.tenantId ? 'and u.tenant_id = :tenantId' : ''
  await trx.raw(
    `update sessions s set needs_second_factor = not s.needs_second_factor
     from users u
     where u.id = s.user_id and s.revoked_at is null ${named}
       and s.needs_second_factor <> (${of.isRequired ? 'true' : isRequired} and not ${isVerifiedByProvider} and not exists
         (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null))`,
    of,
  )
}
