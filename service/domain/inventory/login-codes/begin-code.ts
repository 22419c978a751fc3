import { randomUUIDv7 } from 'node:crypto'
import type { Knex } from 'knex'
import { type ConfirmedRequest, LoginCode } from '../../../store/models/login-code.ts'
import { inScope } from '../../../store/scope.ts'
import type { ActionContext, Origin } from '../../kernel/context.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import type { RateLimiter } from '../../kernel/limits/rate-limiter.ts'
import { requireSessionId } from '../../kernel/require-user.ts'
import { networkOf } from '../login/networks.ts'
import { createUserCode, hashUserCode } from './user-code.ts'

/** What codes need. The limiter is shared by all requests of a process. */
export interface CodeDependencies {
  knex: Knex
  settingsKey: Buffer
  limits: RateLimiter
}

/** A client that asks for a code. */
export interface LoginCodeRequest {
  /** SHA-256 of the client's verifier, in base64url. */
  challenge: string
  /** What the client calls itself. */
  client: string
  userAgent: string | null
  origin: Origin
  now: Date
}

/** The action of a session that a code confirms. */
export interface CodeAction {
  request: ConfirmedRequest
  /** SHA-256 of the request's method, path and body. */
  fingerprint: Buffer
}

/** A code, which is returned only once. */
export interface IssuedCode {
  id: string
  userCode: string
  expiresAt: Date
}

const codeMs = 10 * 60_000
const maxUserAgent = 300
const codesPerMinute = 30

/**
 * Issues a code for a login. A network gets 30 a minute.
 * @throws DomainError too_many_attempts
 */
export async function beginLoginCode(dependencies: CodeDependencies, request: LoginCodeRequest): Promise<IssuedCode> {
  await consumeRateLimit(dependencies.limits, `login codes of ${networkOf(request.origin.ip)}`, codesPerMinute)
  return insertCode(dependencies, request, null)
}

/**
 * Issues a code with which the caller confirms one request of this session.
 * @throws DomainError too_many_attempts
 */
export async function beginConfirmationCode(
  dependencies: CodeDependencies,
  caller: Pick<ActionContext, 'actor'>,
  request: LoginCodeRequest,
  action: CodeAction,
): Promise<IssuedCode> {
  const sessionId = requireSessionId(caller)
  await consumeRateLimit(dependencies.limits, `login codes of session ${sessionId}`, codesPerMinute)
  const issued = await insertCode(dependencies, request, { ...action, sessionId })
  const { actor } = caller
  const { origin, now } = request
  await inScope(dependencies.knex, { kind: 'platform' }, (trx) =>
    recordAudit({ actor, origin, tenantId: actor.tenantId, now, trx }, 'auth.code_begin', {
      kind: 'session',
      id: sessionId,
      detail: { login_code_id: issued.id, operation: action.request.operation, path: action.request.path },
    }),
  )
  return issued
}

/** @throws DomainError too_many_attempts with the seconds to wait */
export async function consumeRateLimit(limits: RateLimiter, bucket: string, perMinute: number): Promise<void> {
  const { waitMs } = await limits.spend(bucket, 1, perMinute)
  if (waitMs === 0) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new DomainError('too_many_attempts', { retry_after: seconds }, { retry_after_seconds: seconds })
}

async function insertCode(
  { knex, settingsKey }: CodeDependencies,
  { challenge, client, userAgent, origin, now }: LoginCodeRequest,
  confirmed: (CodeAction & { sessionId: string }) | null,
): Promise<IssuedCode> {
  const id = randomUUIDv7()
  const userCode = createUserCode()
  const expiresAt = new Date(now.getTime() + codeMs)
  await inScope(knex, { kind: 'platform' }, (trx) =>
    LoginCode.query(trx).insert({
      id,
      sessionId: confirmed?.sessionId ?? null,
      action: confirmed?.request ?? null,
      fingerprint: confirmed?.fingerprint ?? null,
      codeHash: hashUserCode(settingsKey, userCode),
      challenge: Buffer.from(challenge, 'base64url'),
      client,
      userAgent: userAgent?.slice(0, maxUserAgent) ?? null,
      ip: origin.ip,
      createdAt: now,
      expiresAt,
    }),
  )
  return { id, userCode, expiresAt }
}
