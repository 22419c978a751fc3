import type { Knex } from 'knex'
import { inScope } from '../../../store/scope.ts'

/** Whether a user must log in with the identity provider: it is required, and this is no break-glass account. */
export function arePasswordsRefused(knex: Knex, userId: string): Promise<boolean> {
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    const { rows } = await trx.raw(
      `select exists (select from users u join identity_providers p on p.tenant_id is not distinct from u.tenant_id
         where u.id = ? and p.is_enabled and p.is_required and not u.is_break_glass) as refused`,
      [userId],
    )
    return rows[0]?.refused === true
  })
}
