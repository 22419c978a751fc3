import { invalidField } from '../../kernel/domain-error.ts'

/**
 * Domain of the addresses of service accounts, which no mail server and no identity provider can have (RFC 2606,
 * `.invalid`). Those of a tenant's accounts are in a subdomain with its slug.
 */
export const serviceDomain = 'service.invalid'

/** Whether a domain is that of service accounts. */
export function isServiceDomain(domain: string): boolean {
  return domain.toLowerCase() === serviceDomain || domain.toLowerCase().endsWith(`.${serviceDomain}`)
}

/** @throws DomainError validation_failed for a user's address that would look like a service account's */
export function requireOtherDomain(email: string): void {
  if (isServiceDomain(email.slice(email.lastIndexOf('@') + 1)))
    throw invalidField('email', 'domain_of_service_accounts')
}
