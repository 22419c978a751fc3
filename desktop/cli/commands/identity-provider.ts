import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { readSecrets } from '../given-secrets.ts'
import { dataOf } from '../pages.ts'
import { parseObject } from '../parse-object.ts'
import { printableLine } from '../printable.ts'
import { requireYes, yesOption } from '../require-yes.ts'
import { readGivenFile } from '../settings.ts'

type Schemas = components['schemas']
type ProviderInput = Omit<Schemas['IdentityProviderInput'], 'client_secret'>

const ofTenant = 'Without --tenant, the command concerns the platform.'

export const showIdentityProvider = command({
  name: 'identity-provider show',
  summary: 'Show the identity provider of a customer, or of the platform',
  details: ofTenant,
  words: [],
  options: {},
  examples: [['coffer identity-provider show --tenant acme', 'without its secret']],
  async run({ connect, out }) {
    const connection = connect()
    const query = { tenant: await connection.tenantId() }
    const provider = dataOf(await connection.api.GET('/api/identity-provider', { params: { query } }))
    await out.thing(provider, () => describeProvider(provider))
  },
})

export const setIdentityProvider = command({
  name: 'identity-provider set',
  summary: 'Add or replace the identity provider of a customer, or of the platform',
  details: `Reads a JSON object with the fields of the API: kind, name, issuer, client_id, email_domains,
role_mappings and others. ${ofTenant} Without --secret, the stored secret remains. --metadata sets the
entity id, address and certificates of a SAML provider. Requires your password.`,
  words: [{ name: 'FILE' }],
  options: {
    secret: {
      type: 'string',
      value: 'FILE',
      description: 'file with the client secret, or the password of the service account',
    },
    metadata: { type: 'string', value: 'FILE', description: 'file with the metadata of a SAML provider' },
  },
  examples: [
    ['coffer identity-provider set provider.json --secret secret.txt --tenant acme', 'asks for your password'],
    ['coffer identity-provider set saml.json --metadata metadata.xml --tenant acme', 'a SAML provider'],
    ['coffer identity-provider set ldap.json --secret password.txt --tenant acme', 'a directory'],
  ],
  async run({ words: [file = ''], values, terminal, connect, out }) {
    const connection = connect()
    const query = { tenant: await connection.tenantId() }
    const given = parseObject(file, readGivenFile(file)) as unknown as ProviderInput
    const { secret } = await readSecrets({ ...(values.secret !== undefined && { secret: values.secret }) }, terminal)
    const metadata = values.metadata === undefined ? undefined : readGivenFile(values.metadata)
    const body = {
      ...given,
      ...(secret !== undefined && { client_secret: secret }),
      ...(metadata !== undefined && { saml: { ...given.saml, metadata_xml: metadata } }),
    }
    const saved = dataOf(await connection.api.PUT('/api/identity-provider', { params: { query }, body }))
    await out.thing(saved, () => describeProvider(saved))
  },
})

export const testIdentityProvider = command({
  name: 'identity-provider test',
  summary: 'Read what the identity provider publishes, without a login',
  details: `Exits with 8 if its configuration or keys cannot be read, or no certificate of a SAML provider is valid,
or a directory refuses the service account. ${ofTenant}`,
  words: [],
  options: {},
  examples: [['coffer identity-provider test --tenant acme', 'its keys, and whether it issues refresh tokens']],
  async run({ connect, out }) {
    const connection = connect()
    const query = { tenant: await connection.tenantId() }
    const test = dataOf(await connection.api.POST('/api/identity-provider/test', { params: { query } }))
    await out.thing(test, () => describeTest(test))
    return test.error === null ? exitCodes.done : exitCodes.notGood
  },
})

export const tryRoleMappings = command({
  name: 'identity-provider dry-run',
  summary: 'Show the role that a login with these claims would get',
  details: `Reads the claims of an ID token as a JSON object, or a SAML assertion as XML. Exits with 8 if the login
would be refused. ${ofTenant}`,
  words: [{ name: 'FILE' }],
  options: {},
  examples: [['coffer identity-provider dry-run claims.json --tenant acme', 'nothing is stored']],
  async run({ words: [file = ''], connect, out }) {
    const connection = connect()
    const query = { tenant: await connection.tenantId() }
    const text = readGivenFile(file)
    const body = text.trimStart().startsWith('<') ? { assertion: text } : { claims: parseObject(file, text) }
    const tried = dataOf(await connection.api.POST('/api/identity-provider/dry-run', { params: { query }, body }))
    await out.thing(tried, () => printableLine(tried.refusal ?? `${tried.email} (${tried.name}): ${tried.role}`) + '\n')
    return tried.refusal === null ? exitCodes.done : exitCodes.notGood
  },
})

export const removeIdentityProvider = command({
  name: 'identity-provider remove',
  summary: 'Remove the identity provider and end the sessions that it opened',
  details: `Its users remain, and need a password to log in. ${ofTenant} Requires your password.`,
  words: [],
  options: { yes: yesOption },
  examples: [['coffer identity-provider remove --tenant acme', 'asks first']],
  async run({ values, terminal, connect, out }) {
    const connection = connect()
    const query = { tenant: await connection.tenantId() }
    await requireYes(terminal, 'Remove the identity provider?', values.yes)
    await connection.api.DELETE('/api/identity-provider', { params: { query } })
    out.notice('identity provider removed')
  },
})

function describeProvider(provider: Schemas['IdentityProvider']): string {
  const { role_mappings: mappings, email_domains: domains } = provider
  return lines([
    `${provider.name}: ${provider.enabled ? 'enabled' : 'disabled'}${provider.required ? ', required' : ''}`,
    ...describeKind(provider),
    `e-mail domains: ${domains.length > 0 ? domains.join(', ') : 'any'}`,
    ...mappings.map(({ claim, value, role }) => `${claim} = ${value}: ${role}`),
  ])
}

function describeKind(provider: Schemas['IdentityProvider']): string[] {
  const { saml, ldap, issuer, client_id: client, has_secret: hasSecret } = provider
  if (ldap) return [`directory: ${ldap.url}`, `service account: ${ldap.bind_dn}`, `users: ${ldap.base_dn}`]
  if (saml) return [`issuer: ${issuer}`, `entry point: ${saml.entry_point}`, `Coffer's entity id: ${client}`]
  return [
    `issuer: ${issuer}`,
    `client: ${client} (${hasSecret ? 'with a secret' : 'without a secret'})`,
    `redirect address: ${provider.callback_url}`,
  ]
}

function describeTest(test: Schemas['IdentityProviderTest']): string {
  if (test.error !== null) return lines([test.error])
  if (test.kind === 'ldap') return lines(['the directory accepts the service account'])
  if (test.certificates_expire_at !== null) {
    return lines([
      `valid certificates: ${test.keys}, the last one expires on ${test.certificates_expire_at.slice(0, 10)}`,
    ])
  }
  const yesNo = (value: boolean) => (value ? 'yes' : 'no')
  return lines([
    `keys: ${test.keys}`,
    `refresh tokens: ${test.refresh_tokens ? 'yes' : 'no: sessions end after session_minutes (default: 5)'}`,
    `PKCE: ${yesNo(test.pkce)}`,
    `back-channel logout: ${yesNo(test.back_channel_logout)}`,
  ])
}

function lines(texts: string[]): string {
  return texts.map((text) => `${printableLine(text)}\n`).join('')
}
