import { IdentityProvider } from '../../../store/models/identity-provider.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import type { IdentityRules } from './read-identity.ts'

/** A provider, and the domains of the e-mail addresses that it may assert. */
export interface ProviderWithDomains {
  provider: IdentityProvider
  domains: string[]
}

/** Returns the provider of a tenant, or of the platform; null without a provider. */
export async function findProvider(
  trx: ScopedTransaction,
  tenantId: string | null,
): Promise<ProviderWithDomains | null> {
  const all = IdentityProvider.query(trx)
  const provider = await (tenantId === null ? all.whereNull('tenantId') : all.where({ tenantId })).first()
  return provider ? withDomains(trx, provider) : null
}

/**
 * Returns the provider of the context's tenant, or of the platform.
 * @throws DomainError not_found
 */
export async function getProvider({
  trx,
  tenantId,
}: Pick<ActionContext, 'trx' | 'tenantId'>): Promise<ProviderWithDomains> {
  const found = await findProvider(trx, tenantId)
  if (!found) throw notFound()
  return found
}

/**
 * Returns the enabled provider for an e-mail address, or the platform's without an address; null without a provider. The
 * transaction has the platform scope.
 */
export async function findProviderFor(
  trx: ScopedTransaction,
  email: string | undefined,
): Promise<ProviderWithDomains | null> {
  if (email === undefined) return onlyEnabled(await findProvider(trx, null))
  const domain = email.slice(email.lastIndexOf('@') + 1).trim().toLowerCase() // prettier-ignore
  const row = await trx('identity_provider_domains').where({ domain }).first('provider_id')
  return row ? findEnabled(trx, row.provider_id) : null
}

/** Returns a provider by its id, if it is enabled. */
export async function findEnabled(trx: ScopedTransaction, id: string): Promise<ProviderWithDomains | null> {
  const provider = await IdentityProvider.query(trx).findById(id)
  return provider ? onlyEnabled(await withDomains(trx, provider)) : null
}

/** Returns the rules by which a provider's claims are read. */
export function rulesOf({ provider, domains }: ProviderWithDomains): IdentityRules {
  const { emailClaim, nameClaim, roleMappings } = provider
  return { emailClaim, nameClaim, roleMappings, domains }
}

function onlyEnabled(found: ProviderWithDomains | null): ProviderWithDomains | null {
  return found?.provider.isEnabled ? found : null
}

async function withDomains(trx: ScopedTransaction, provider: IdentityProvider): Promise<ProviderWithDomains> {
  const rows = await trx('identity_provider_domains').where({ provider_id: provider.id }).orderBy('domain')
  return { provider, domains: rows.map(({ domain }) => String(domain)) }
}
