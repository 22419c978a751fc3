import type { Assertion, BearerConfirmation } from './read-assertion.ts'
import { SamlRejected } from './saml-rejected.ts'

/** What an assertion must be for. */
export interface ExpectedAssertion {
  /** Entity id of the provider. */
  issuer: string
  /** Address of Coffer for this provider, as audience and as recipient. */
  address: string
  /** Of the request that is answered. */
  requestId: string
  now: Date
}

/** Difference that the clock of a provider may have. */
const skewMs = 60_000

/**
 * Checks that an assertion whose signature was verified is of this provider, for Coffer, for this request, and valid now.
 * A request is answered once, so no assertion is accepted twice.
 * @throws SamlRejected issuer, audience, expired, not_yet_valid, confirmation, recipient, in_response_to
 */
export function checkAssertion(assertion: Assertion, { issuer, address, requestId, now }: ExpectedAssertion): void {
  if (assertion.issuer !== issuer) throw new SamlRejected('issuer')
  const isForUs = assertion.audiences.length > 0 && assertion.audiences.every((list) => list.includes(address))
  if (!isForUs) throw new SamlRejected('audience')
  checkTimes(assertion, now)
  if (assertion.sessionEndsAt && isPast(assertion.sessionEndsAt, now)) throw new SamlRejected('expired')
  const faults = assertion.confirmations.map((one) => faultOf(one, { address, requestId, now }))
  if (faults.length === 0) throw new SamlRejected('confirmation')
  if (!faults.includes(null)) throw faults[0]!
}

function faultOf(
  confirmation: BearerConfirmation,
  { address, requestId, now }: Pick<ExpectedAssertion, 'address' | 'requestId' | 'now'>,
): SamlRejected | null {
  if (confirmation.recipient !== address) return new SamlRejected('recipient')
  if (confirmation.inResponseTo !== requestId) return new SamlRejected('in_response_to')
  if (confirmation.notOnOrAfter === null) return new SamlRejected('confirmation')
  try {
    checkTimes(confirmation, now)
    return null
  } catch (error) {
    if (error instanceof SamlRejected) return error
    throw error
  }
}

function checkTimes({ notBefore, notOnOrAfter }: Pick<Assertion, 'notBefore' | 'notOnOrAfter'>, now: Date): void {
  if (notBefore && now.getTime() + skewMs < notBefore.getTime()) throw new SamlRejected('not_yet_valid')
  if (notOnOrAfter && isPast(notOnOrAfter, now)) throw new SamlRejected('expired')
}

function isPast(time: Date, now: Date): boolean {
  return now.getTime() - skewMs >= time.getTime()
}
