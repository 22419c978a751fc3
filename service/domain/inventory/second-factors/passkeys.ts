import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { SecondFactor } from '../../../store/models/second-factor.ts'

/** The service as browsers name it when they create and use passkeys (WebAuthn level 3, section 5.1). */
export interface RelyingParty {
  /** Host name. */
  id: string
  origin: string
}

/** Seconds in which a browser must answer a challenge. */
export const passkeyChallengeSeconds = 300

/**
 * COSE algorithms that authenticators have: EdDSA, ES256 and RS256. The library would ask Node which others it supports,
 * and Node logs a warning for each.
 */
const algorithms = [-8, -7, -257]

type Passkey = Pick<SecondFactor, 'credentialId' | 'publicKey' | 'counter' | 'transports'>

/** A passkey that a browser created. */
export interface NewPasskey {
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

/**
 * Returns the relying party of an address, or null: browsers offer passkeys only to a host name over https, and to
 * `localhost`.
 */
export function parseRelyingParty(baseUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(baseUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return null
  return { id: hostname, origin }
}

/** Returns what a browser needs to create a passkey, with a new challenge. Existing passkeys are excluded. */
export async function createPasskeyOptions(
  party: RelyingParty,
  user: { id: string; email: string; name: string },
  existing: readonly Passkey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: 'Coffer',
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: Uint8Array.from(Buffer.from(user.id)),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: existing.map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    timeout: passkeyChallengeSeconds * 1000,
  })
}

/** Returns what a browser needs to use one of the passkeys, with a new challenge. */
export async function requestPasskeyOptions(
  party: RelyingParty,
  passkeys: readonly Passkey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: passkeys.map(describe),
    userVerification: 'required',
    timeout: passkeyChallengeSeconds * 1000,
  })
}

/**
 * Verifies the passkey that a browser created for `challenge`.
 * @returns null if it is not for this service, this challenge, or without verification of the user
 */
export async function verifyNewPasskey(
  party: RelyingParty,
  challenge: string,
  response: unknown,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const checked = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null) // the library throws for each property that does not match
  if (!checked?.verified) return null
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports }
}

/**
 * Verifies the signature of a passkey over `challenge`.
 * @returns the new signature counter; null if it is not valid, or if the counter shows a copied authenticator
 */
export async function verifyPasskey(
  party: RelyingParty,
  challenge: string,
  passkey: Passkey,
  response: unknown,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const checked = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId!,
      publicKey: Uint8Array.from(passkey.publicKey!),
      counter: Number(passkey.counter),
    },
  }).catch(() => null) // the library throws for each property that does not match
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}

type Transport = NonNullable<RegistrationResponseJSON['response']['transports']>[number]

function describe({ credentialId, transports }: Passkey) {
  return { id: credentialId!, transports: transports as Transport[] }
}
