import { allPermissions } from '../../../../shared/permissions/permissions.ts'
import { ScimUser } from '../../../store/models/scim-user.ts'
import type { ActionContext } from '../../kernel/context.ts'
import type { ProviderWithDomains } from '../single-sign-on/find-provider.ts'
import { type ProviderInput, saveProvider } from '../single-sign-on/save-provider.ts'
import { applyGroupRoles } from './group-roles.ts'

/**
 * Saves a provider as `saveProvider`, and determines the roles of the members of its groups again: a role ends with its
 * mapping. Saving requires the permissions of all roles that the mappings give.
 * @throws DomainError as `saveProvider`
 */
export async function saveProviderAndRoles(
  context: ActionContext,
  settingsKey: Buffer,
  input: ProviderInput,
): Promise<ProviderWithDomains> {
  const saved = await saveProvider(context, settingsKey, input)
  const { trx } = context
  const members = trx('scim_group_members').select('user_id')
  const users = await ScimUser.query(trx)
    .where({ providerId: saved.provider.id })
    .where((some) => some.whereNotNull('groupRole').orWhereIn('userId', members))
    .orderBy('userId')
    .forUpdate()
    .select('userId')
  const ids = users.map(({ userId }) => userId)
  await applyGroupRoles({ context, ...saved, grantable: new Set(allPermissions) }, ids)
  return saved
}
