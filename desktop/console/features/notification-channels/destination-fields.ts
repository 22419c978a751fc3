import type { components } from '../../../../shared/contract/api-types.ts'
import type { FieldRules } from '../../ui/schema-form/check-field.ts'
import type { FormFieldDefinition } from '../../ui/schema-form/form-definition.ts'
import type { ChannelValues } from './channel-values.ts'
import type { Channel, ChannelKind } from './channel-state.ts'

type Role = components['schemas']['Role']
type Option = { value: string; label: string }
/** Keys of `formMessages`. */
type Say = (key: string) => string

/** Field `<kind>.<name>`; its label is the text `field.<name>`, its hint `hint.<kind>.<name>` if `isHinted`. */
interface Own extends Partial<Omit<FormFieldDefinition, 'key'>> {
  name: string
  isHinted?: boolean
  /** Whether a new channel needs it; a stored one keeps it. */
  isSecret?: boolean
}

/**
 * Returns the destination fields of every kind; a form shows those of the chosen kind.
 * @param channel the stored channel; undefined for a new one
 * @param values of the form, when it exists
 * @param roles whose users can receive mail
 */
export function destinationFields(
  t: Say,
  {
    channel,
    values,
    roles,
  }: { channel: Channel | undefined; values: () => ChannelValues; roles: () => readonly (Option & { value: Role })[] },
): FormFieldDefinition[] {
  const isNew = channel === undefined
  const named = (names: readonly string[], label: (name: string) => string) => () =>
    names.map((value) => ({ value, label: label(value || 'none') }))
  const isTls = () => values().syslog.transport === 'tls'
  const isV3 = () => values().snmp.version === '3'
  const url: Own = { name: 'url', as: 'mono', isSecret: true, isHinted: true, rules: webAddress, whole: true }
  const headers: Own = { name: 'headers', as: 'mono-lines', hint: () => t(isNew ? 'hint.headers' : 'hint.headersKept'), whole: true } // prettier-ignore
  const kinds: Record<ChannelKind, Own[]> = {
    mail: [
      { name: 'to', as: 'mono-lines', isHinted: true, whole: true },
      { name: 'roles', as: 'choices', options: roles, none: () => t('hint.mail.roles'), whole: true },
    ],
    slack: [url],
    teams: [url],
    mattermost: [url, { name: 'channel', as: 'mono', isHinted: true, rules: { maxLength: 64 } }],
    pagerduty: [
      { name: 'routing_key', as: 'secret', isSecret: true, isHinted: true },
      { name: 'region', as: 'choice', options: named(['us', 'eu'], (name) => t(`region.${name}`)) },
    ],
    ntfy: [
      { name: 'server', as: 'mono', isNeeded: true, rules: webAddress },
      { name: 'topic', as: 'secret', isSecret: true, isHinted: true },
      { name: 'token', as: 'secret', isHinted: true },
      { name: 'removesToken', as: 'check', isShown: () => !isNew },
    ],
    syslog: [
      { name: 'host', as: 'mono', isNeeded: true, rules: hostName },
      { name: 'transport', as: 'choice', options: named(['tls', 'tcp', 'udp'], (name) => t(`transport.${name}`)) },
      { name: 'port', as: 'number', isHinted: true, rules: portRange },
      { name: 'facility', as: 'number', isHinted: true, rules: { minimum: 0, maximum: 23 } },
      { name: 'ca_certificates', as: 'mono-lines', isHinted: true, isShown: isTls, whole: true },
      { name: 'client_certificate', as: 'mono-lines', isHinted: true, isShown: isTls, whole: true },
      { name: 'client_key', as: 'mono-lines', hint: () => t(hasSecret('client_key') ? 'hint.kept' : 'hint.syslog.client_key'), isShown: isTls, whole: true }, // prettier-ignore
    ],
    snmp: [
      { name: 'host', as: 'mono', isNeeded: true, rules: hostName },
      { name: 'port', as: 'number', rules: portRange },
      { name: 'version', as: 'choice', options: named(['3', '2c'], (name) => t(`version.${name}`)) },
      { name: 'type', as: 'choice', options: named(['trap', 'inform'], (name) => t(`type.${name}`)) },
      { name: 'enterprise_number', as: 'number', isHinted: true, rules: { minimum: 1, maximum: 4_294_967_295 } },
      { name: 'community', as: 'secret', isSecret: true, isShown: () => !isV3() },
      { name: 'username', as: 'mono', isNeeded: true, isShown: isV3 },
      {
        name: 'auth_protocol',
        as: 'choice',
        options: named(['', 'sha1', 'sha256', 'sha512'], (name) => t(`auth.${name}`)),
        isShown: isV3,
      },
      {
        name: 'auth_password',
        as: 'secret',
        isSecret: true,
        isShown: () => isV3() && values().snmp.auth_protocol !== '',
      },
      {
        name: 'priv_protocol',
        as: 'choice',
        options: named(['', 'aes128', 'aes256'], (name) => t(`priv.${name}`)),
        isShown: isV3,
      },
      {
        name: 'priv_password',
        as: 'secret',
        isSecret: true,
        isShown: () => isV3() && values().snmp.priv_protocol !== '',
      },
    ],
    http: [
      url,
      { name: 'method', as: 'choice', options: () => ['POST', 'PUT'].map((value) => ({ value, label: value })) },
      { name: 'content_type', as: 'mono', isNeeded: true },
      { name: 'template', as: 'mono-lines', isNeeded: true, isHinted: true, whole: true },
      headers,
    ],
    webhook: [url, { name: 'secret', isSecret: true, whole: true }, headers],
  }
  return (Object.keys(kinds) as ChannelKind[]).flatMap((kind) => kinds[kind].map((own) => fieldOf(kind, own)))

  /** The kinds syslog and SNMP store only the secrets that their settings use. */
  function hasSecret(name: string): boolean {
    const setting = settingOfSecret[name]
    if (!channel || !setting) return channel !== undefined
    const value = channel.settings[setting.name]
    return setting.value === undefined ? value !== null && value !== undefined : value === setting.value
  }

  function fieldOf(kind: ChannelKind, { name, isHinted = false, isSecret = false, ...own }: Own): FormFieldDefinition {
    const isKept = isSecret && hasSecret(name)
    const hint = isKept ? 'hint.kept' : isHinted ? `hint.${kind}.${name}` : undefined
    return {
      key: `${kind}.${name}`,
      label: () => t(`field.${name}`),
      ...(hint && { hint: () => t(hint) }),
      ...(own.as === 'secret' && { autocomplete: 'new-password' }),
      ...own,
      rules: { ...own.rules, ...(isSecret && !isKept && { required: true }) },
      isShown: () => values().kind === kind && (own.isShown?.() ?? true),
    }
  }
}

/** The setting, by secret, without which the secret is not stored; `value`: the only one with it. */
const settingOfSecret: Record<string, { name: string; value?: string }> = {
  client_key: { name: 'client_certificate' },
  community: { name: 'version', value: '2c' },
  auth_password: { name: 'auth_protocol' },
  priv_password: { name: 'priv_protocol' },
}

const webAddress: FieldRules = { maxLength: 2000, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\u0000-\\u0020]+$' }
const hostName: FieldRules = { maxLength: 253, pattern: '^[0-9A-Za-z.:_-]+$' }
const portRange: FieldRules = { minimum: 1, maximum: 65_535 }
