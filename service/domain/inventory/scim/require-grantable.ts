import type { User } from '../../../store/models/user.ts'
import { readRolePermissions } from '../../kernel/role-permissions.ts'
import type { Provisioning } from './provisioning.ts'
import { scimForbidden } from './scim-refused.ts'

/**
 * Rejects a change of what logs in to an account whose role the creator of the token could not give.
 * @throws ScimRefused 403
 */
export async function requireGrantable({ context, grantable }: Provisioning, user: User): Promise<void> {
  const [held = []] = await readRolePermissions(context.trx, [user])
  const missing = [...held].filter((permission) => !grantable.has(permission)).join(', ')
  if (missing === '') return
  throw scimForbidden(
    `userName, externalId and emails of this account are fixed for this API token: its creator lacked ${missing}.`,
    missing,
  )
}

/**
 * Rejects a change of a break-glass account.
 * @throws ScimRefused 403
 */
export function requireNoBreakGlass({ isBreakGlass }: User): void {
  if (isBreakGlass) throw scimForbidden('A break-glass account is managed in Coffer only.', 'not_break_glass')
}
