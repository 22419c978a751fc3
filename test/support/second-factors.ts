import { Secret, TOTP } from 'otpauth'
import { createAuthenticator } from '../fakes/authenticator.ts'
import { type Client, type TestService, clientOf, must } from './service.ts'

/** Returns the code of an app with this secret, in base32. */
export function totpCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}

/** Adds an authenticator app to the user of a new session. Its last code is then one step old. */
export async function addTotp(service: TestService, client: Client) {
  const { secret } = must(await client.post('/api/auth/second-factors/totp'), 200)
  const code = () => totpCode(secret, service.dependencies.now())
  const { recovery_codes: recoveryCodes } = must(
    await client.post('/api/auth/second-factors/totp/confirm', { code: code() }),
    200,
  )
  await service.advance(60_000)
  return { secret: secret as string, code, recoveryCodes: recoveryCodes as string[] }
}

/** Adds a passkey to the user of a new session. */
export async function addPasskey(service: TestService, client: Client) {
  const key = createAuthenticator(service.dependencies.settings.baseUrl)
  const creation = must(await client.post('/api/auth/second-factors/passkeys/options'), 200)
  const response = key.create(creation)
  const added = must(await client.post('/api/auth/second-factors/passkeys', { name: 'Laptop', response }), 201)
  return { key, id: added.passkey.id as string, recoveryCodes: added.recovery_codes as string[] }
}

/** Returns a client of the same session that has just confirmed with a passkey. */
export async function confirmedByPasskey(
  service: TestService,
  client: Client,
  key: ReturnType<typeof createAuthenticator>,
): Promise<Client> {
  const options = must(await client.post('/api/auth/confirm/passkey'), 200)
  const { confirmation } = must(await client.post('/api/auth/confirm', { passkey: key.get(options) }), 200)
  return clientOf(service.url, client.token, confirmation)
}
