import { type Permission, permissionSet } from '../../../../shared/permissions/permissions.ts'
import { ApiToken } from '../../../store/models/api-token.ts'
import type { IdentityProvider } from '../../../store/models/identity-provider.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type ProviderWithDomains, findProvider } from '../single-sign-on/find-provider.ts'
import { ScimRefused, scimForbidden } from './scim-refused.ts'

/** A SCIM request: its context acts for the provider. It gives roles by the provider's mappings, within `grantable`. */
export interface Provisioning {
  context: Omit<ActionContext, 'keys'>
  provider: IdentityProvider
  /** Domains of the e-mail addresses that the provider may assert; empty: any. */
  domains: readonly string[]
  /** Permissions of the user who created the token: today's of a built-in role, those at that time of another. */
  grantable: ReadonlySet<Permission>
}

/**
 * Returns what a SCIM request acts for: the provider of the token's tenant, or of the platform. The audit log names the token.
 * @throws ScimRefused 403 without the token of a service account, 409 without a provider
 */
export async function beginProvisioning(context: ActionContext): Promise<Provisioning> {
  const { actor, origin, tenantId, now, trx } = context
  if (!actor.isServiceAccount || !actor.token) {
    throw scimForbidden('Use an API token of a service account.', 'service_account')
  }
  const found: ProviderWithDomains | null = await findProvider(trx, tenantId)
  if (!found) throw new ScimRefused(409, null, 'Set up the identity provider in Coffer first.')
  const token = await ApiToken.query(trx).findById(actor.token.id).select('grantable', 'grantableRole')
  const { id, name, role } = actor
  const service = { kind: 'service' as const, id, name, role, tenantId: actor.tenantId }
  const grantable = token?.grantableRole ? permissionSet(token.grantableRole) : new Set(token?.grantable ?? [])
  return { context: { actor: service, origin, tenantId, now, trx }, ...found, grantable }
}
