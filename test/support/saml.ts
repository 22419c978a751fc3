import type { FakeSamlProvider, ResponseOptions, SamlAnswer, SamlUser } from '../fakes/saml-provider.ts'
import { type Client, type TestService, clientOf, must } from './service.ts'
import { aVerifier, returnTo } from './single-sign-on.ts'

/** Returns a SAML provider of the platform as an administrator enters it. */
export function aSamlProvider({ metadata }: Pick<FakeSamlProvider, 'metadata'>, fields: object = {}) {
  return {
    kind: 'saml',
    name: 'Example SAML',
    saml: { metadata_xml: metadata },
    role_mappings: [
      { claim: 'groups', value: 'admins', role: 'platform_admin' },
      { claim: 'groups', value: 'operators', role: 'platform_operator' },
    ],
    ...fields,
  }
}

/** Sends a response as the browser that comes from the provider; returns where it continues. */
export async function postResponse(service: TestService, { xml, relayState, address }: SamlAnswer): Promise<URL> {
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState })
  const origin = 'https://idp.example.net'
  const answer = await service.anonymous.send('POST', new URL(address).pathname, form, { origin })
  if (answer.status !== 303) throw new Error(`the response got ${answer.status}: ${JSON.stringify(answer.body)}`)
  return new URL(answer.headers.get('location') ?? '')
}

/** Begins a login and returns the verifier, the address at the provider, and a function that ends it. */
export async function beginSaml(service: TestService, body: object = {}) {
  const { verifier, challenge } = aVerifier()
  const begun = must(await service.anonymous.post('/api/auth/sso', { challenge, return_to: returnTo, ...body }), 200)
  /** Sends the response and completes the login with the verifier. */
  const complete = async (answer: SamlAnswer) => {
    const code = (await postResponse(service, answer)).searchParams.get('sso_code')
    return service.anonymous.post('/api/auth/sso/complete', { code, verifier })
  }
  return { verifier, url: begun.url as string, complete }
}

/** Logs in and returns the answer of the last step. */
export async function samlLogin(
  service: TestService,
  provider: FakeSamlProvider,
  user: SamlUser,
  options?: ResponseOptions,
  body: object = {},
) {
  const { url, complete } = await beginSaml(service, body)
  return complete(await provider.logIn(url, user, options))
}

/** Returns a client in a session that the provider opened. */
export async function samlClient(service: TestService, provider: FakeSamlProvider, user: SamlUser): Promise<Client> {
  return clientOf(service.url, must(await samlLogin(service, provider, user), 200).token)
}
