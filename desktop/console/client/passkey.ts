import type { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { components } from '../../../shared/contract/api-types.ts'
import { desktop } from './desktop.ts'

type Schemas = components['schemas']
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Whether this page can use passkeys. The desktop's pages have no host name of the service. */
export const hasPasskeys = desktop === null && 'PublicKeyCredential' in globalThis

/** The user cancelled the browser's dialog, or its time ran out. */
export class PasskeyCancelled extends Error {}

/** Creates a passkey in the browser's dialog. @throws PasskeyCancelled, or an error of the browser */
export async function createPasskey(options: Schemas['PasskeyOptions']): Promise<Schemas['PasskeyResponse']> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const created = startRegistration({ optionsJSON: options as unknown as CreationOptions })
  return asResponse(await created.catch(rethrow))
}

/** Signs with a passkey in the browser's dialog. @throws PasskeyCancelled, or an error of the browser */
export async function signWithPasskey(options: Schemas['PasskeyOptions']): Promise<Schemas['PasskeyResponse']> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const signed = startAuthentication({ optionsJSON: options as unknown as RequestOptions })
  return asResponse(await signed.catch(rethrow))
}

function asResponse(credential: object): Schemas['PasskeyResponse'] {
  return credential as Schemas['PasskeyResponse']
}

/** Browsers report every refusal as NotAllowedError, so that pages learn nothing about the user's passkeys. */
function rethrow(error: Error): never {
  throw error.name === 'NotAllowedError' || error.name === 'AbortError' ? new PasskeyCancelled() : error
}
