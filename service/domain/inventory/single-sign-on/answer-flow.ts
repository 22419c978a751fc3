import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { SsoFlow } from '../../../store/models/sso-flow.ts'
import { inScope } from '../../../store/scope.ts'
import type { DomainError } from '../../kernel/domain-error.ts'
import { sha256 } from '../../kernel/sha256.ts'
import type { FlowDependencies, SealedRequest } from './begin-flow.ts'
import { type ProviderWithDomains, findEnabled } from './find-provider.ts'
import type { Identity } from './read-identity.ts'
import { openSso, sealSso } from './seal-sso.ts'
import type { AuthenticationFacts } from './verified-factors.ts'

/** What the provider answered, for the client that completes the flow. */
export type FlowOutcome =
  | { kind: 'error'; code: FlowErrorCode; params: Record<string, string>; subject: string | null }
  | {
      kind: 'identity'
      identity: Identity
      /** The provider's session; null if it has no name. */
      providerSessionId: string | null
      refreshToken: string | null
      /** When the user logged in at the provider, in seconds since 1970; null if it did not say so. */
      authTime: number | null
      /** How the user logged in at the provider; absent in answers that earlier versions stored. */
      facts?: AuthenticationFacts
      /** When the provider's session ends, as an instant; absent if it did not say so. */
      sessionEndsAt?: string
    }

/** Codes of a flow that failed at the provider or by its rules. */
export type FlowErrorCode =
  | 'sso_answer_invalid'
  | 'sso_claim_missing'
  | 'sso_denied'
  | 'sso_email_not_allowed'
  | 'sso_email_not_verified'
  | 'sso_name_id_missing'
  | 'sso_no_role'
  | 'sso_provider_unreachable'
  | 'sso_unavailable'

export interface AnswerDependencies extends FlowDependencies {
  log: Logger
}

/** A provider's answer, and the flow that it belongs to by its state. */
export interface FlowAnswer {
  /** Whose provider returns users at this address; null: the platform's. */
  tenantId: string | null
  state: string
  /** The kind of provider that returns users at this address. */
  kind: ProviderWithDomains['provider']['kind']
  now: Date
}

/** Lifetime of the code for the client. */
const codeMs = 2 * 60_000

/**
 * Takes the state of an answer, which is accepted once, and stores what `readOutcome` makes of the answer. The outcome,
 * also an error, is for the client with the verifier.
 * @returns where the browser continues, with a code that is used once; null for a state that is not expected
 */
export async function answerFlow(
  dependencies: AnswerDependencies,
  answer: FlowAnswer,
  readOutcome: (found: ProviderWithDomains, request: SealedRequest) => Promise<FlowOutcome>,
): Promise<string | null> {
  const { knex, settingsKey } = dependencies
  const { now } = answer
  const flow = await takeState(dependencies, answer)
  if (!flow) return null
  const found = await inScope(knex, { kind: 'platform' }, (trx) => findEnabled(trx, flow.providerId))
  const sealed = openSso(settingsKey, { field: 'request', id: flow.id }, flow.sealedRequest)
  const isUsable = found?.provider.kind === answer.kind
  const outcome = isUsable
    ? await readOutcome(found, JSON.parse(sealed) as SealedRequest)
    : buildFailure('sso_unavailable')
  const code = randomBytes(32).toString('base64url')
  await inScope(knex, { kind: 'platform' }, (trx) =>
    SsoFlow.query(trx)
      .findById(flow.id)
      .patch({
        codeHash: sha256(code),
        sealedOutcome: sealSso(settingsKey, { field: 'outcome', id: flow.id }, JSON.stringify(outcome)),
        expiresAt: new Date(now.getTime() + codeMs),
      }),
  )
  const url = new URL(flow.returnTo)
  url.searchParams.set('sso_code', code)
  return url.href
}

async function takeState(
  { knex }: FlowDependencies,
  { tenantId, state, now }: FlowAnswer,
): Promise<SsoFlow | undefined> {
  const [flow] = await inScope(knex, { kind: 'platform' }, (trx) =>
    SsoFlow.query(trx)
      .where({ stateHash: sha256(state), tenantId })
      .where('expiresAt', '>', now)
      .patch({ stateHash: null })
      .returning('*'),
  )
  return flow
}

export function buildFailure(
  code: FlowErrorCode,
  params: Record<string, string> = {},
  subject: string | null = null,
): FlowOutcome {
  return { kind: 'error', code, params, subject }
}

/** Returns the outcome of an expected error. */
export function buildFailureFromError({ code, params }: DomainError, subject: string | null = null): FlowOutcome {
  return buildFailure(code as FlowErrorCode, params as Record<string, string>, subject)
}
