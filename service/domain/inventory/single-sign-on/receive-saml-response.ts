import { DomainError } from '../../kernel/domain-error.ts'
import { buildRequestId } from '../saml/build-saml-url.ts'
import type { ExpectedAssertion } from '../saml/check-assertion.ts'
import type { Assertion } from '../saml/read-assertion.ts'
import { samlAddress } from '../saml/saml-address.ts'
import { SamlRejected } from '../saml/saml-rejected.ts'
import { verifyResponse } from '../saml/verify-response.ts'
import {
  type AnswerDependencies,
  type FlowOutcome,
  answerFlow,
  buildFailure,
  buildFailureFromError,
} from './answer-flow.ts'
import { type ProviderWithDomains, rulesOf } from './find-provider.ts'
import { readIdentity } from './read-identity.ts'
import { readAuthenticationFacts } from './verified-factors.ts'

/** The form that a browser sends for a provider. */
export interface SamlForm {
  /** The response in base64. */
  response: string
  /** The state of the request. */
  relayState: string
}

/**
 * Verifies a provider's response as `verifyResponse` does. It must answer a request that Coffer sent and that was not
 * answered before. The outcome, also an error, is for the client with the verifier.
 * @param tenantId whose provider sends responses to this address; null: the platform's
 * @returns where the browser continues, with a code that is used once; null for a response that is not expected
 */
export function receiveSamlResponse(
  dependencies: AnswerDependencies,
  tenantId: string | null,
  { response, relayState }: SamlForm,
  now: Date,
): Promise<string | null> {
  const answer = { tenantId, state: relayState, kind: 'saml' as const, now }
  return answerFlow(dependencies, answer, (found, { nonce }) => {
    const { issuer } = found.provider
    const address = samlAddress(dependencies.baseUrl, tenantId)
    return readOutcome(dependencies, found, response, { issuer, address, requestId: buildRequestId(nonce), now })
  })
}

async function readOutcome(
  { log }: AnswerDependencies,
  found: ProviderWithDomains,
  response: string,
  expected: ExpectedAssertion,
): Promise<FlowOutcome> {
  const { id, settings } = found.provider
  try {
    const verified = await verifyResponse(response, settings.saml?.certificates ?? [], expected)
    if (verified.kind === 'denied') return buildFailure('sso_denied', { reason: verified.reason })
    return identify(found, verified.assertion)
  } catch (error) {
    if (!(error instanceof SamlRejected)) throw error
    log.warn({ provider: id, reason: error.reason }, 'answer of an identity provider rejected')
    return buildFailure(error.reason === 'name_id' ? 'sso_name_id_missing' : 'sso_answer_invalid')
  }
}

function identify(found: ProviderWithDomains, assertion: Assertion): FlowOutcome {
  const { claims, authTime, authClass, sessionIndex, sessionEndsAt } = assertion
  try {
    return {
      kind: 'identity',
      identity: readIdentity(rulesOf(found), claims),
      providerSessionId: sessionIndex,
      refreshToken: null,
      authTime,
      facts: [...readAuthenticationFacts(claims), ...(authClass === null ? [] : [authClass])],
      ...(sessionEndsAt && { sessionEndsAt: sessionEndsAt.toISOString() }),
    }
  } catch (error) {
    if (error instanceof DomainError) return buildFailureFromError(error, String(claims['sub']))
    throw error
  }
}
