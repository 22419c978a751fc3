import { X509Certificate } from 'node:crypto'
import { message } from '../../../../shared/messages/message.ts'
import type { LdapSettings } from '../../../store/models/identity-provider.ts'
import { type FieldError, invalidFields } from '../../kernel/domain-error.ts'
import { fillFilter } from '../directory/fill-filter.ts'

/** A directory as an administrator enters it. */
export type LdapInput = Pick<LdapSettings, 'url' | 'bindDn' | 'baseDn'> & {
  [K in Exclude<keyof LdapSettings, 'url' | 'bindDn' | 'baseDn'>]?: LdapSettings[K] | undefined
}

/**
 * Returns the settings of a directory with their defaults.
 * @throws DomainError validation_failed
 */
export async function readLdapInput(input: LdapInput): Promise<LdapSettings> {
  const settings: LdapSettings = {
    ...{ url: input.url, bindDn: input.bindDn, baseDn: input.baseDn },
    caCertificates: input.caCertificates ?? null,
    userFilter: input.userFilter ?? '(mail={login})',
    subjectAttribute: input.subjectAttribute ?? 'entryUUID',
    groupBaseDn: input.groupBaseDn ?? null,
    groupFilter: input.groupFilter ?? null,
    disabledFilter: input.disabledFilter ?? null,
  }
  const { userFilter, groupFilter, disabledFilter, caCertificates } = settings
  const errors: FieldError[] = [
    ...checkUrl(settings.url),
    ...(await checkFilter('user_filter', userFilter, ['login', 'user'])),
    ...(groupFilter === null ? [] : await checkFilter('group_filter', groupFilter, ['dn'])),
    ...(disabledFilter === null ? [] : await checkFilter('disabled_filter', disabledFilter, [])),
    ...(caCertificates === null ? [] : checkCertificates(caCertificates)),
  ]
  if (errors.length > 0) throw invalidFields(errors)
  return settings
}

function checkUrl(text: string): FieldError[] {
  const url = URL.parse(text)
  const hasMore = !url || url.username || url.password || url.search || url.hash || !['', '/'].includes(url.pathname)
  const isUsable = !hasMore && url.hostname !== '' && ['ldap:', 'ldaps:'].includes(url.protocol)
  return isUsable ? [] : [{ path: 'ldap.url', error: message('ldap_url_invalid') }]
}

/** @param placeholders of which the filter contains at least one, if there are any */
async function checkFilter(field: string, filter: string, placeholders: readonly string[]): Promise<FieldError[]> {
  const { FilterParser } = await import('ldapts')
  const values = Object.fromEntries(placeholders.map((name) => [name, 'x']))
  const isFilled = placeholders.length === 0 || fillFilter(filter, values) !== filter
  try {
    if (isFilled && filter.startsWith('(')) {
      FilterParser.parseString(fillFilter(filter, values))
      return []
    }
  } catch {
    // reported below
  }
  const wanted = placeholders.map((name) => `{${name}}`).join(', ')
  return [{ path: `ldap.${field}`, error: message('ldap_filter_invalid', { placeholders: wanted || '-' }) }]
}

function checkCertificates(pem: string): FieldError[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    for (const block of blocks) new X509Certificate(block)
    if (blocks.length > 0) return []
  } catch {
    // reported below
  }
  return [{ path: 'ldap.ca_certificates', error: message('ca_certificates_invalid') }]
}
