import type { Router } from 'express'
import { issueConfirmation } from '../../domain/inventory/login/identity-confirmation.ts'
import {
  type LoginCodeRequest,
  type IssuedCode,
  beginConfirmationCode,
  beginLoginCode,
} from '../../domain/inventory/login-codes/begin-code.ts'
import {
  completeConfirmationCode,
  completeLoginCode,
  pollSeconds,
} from '../../domain/inventory/login-codes/complete-code.ts'
import { confirmCode, findCode, rejectCode } from '../../domain/inventory/login-codes/decide-code.ts'
import { createRateLimiter } from '../../domain/kernel/limits/rate-limiter.ts'
import type { Actor } from '../../domain/kernel/context.ts'
import { requireSessionId } from '../../domain/kernel/require-user.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { ConfirmedRequest } from '../../store/models/login-code.ts'
import { type Scope, inScope } from '../../store/scope.ts'
import { originOf } from '../authorise.ts'
import { describeRequest } from '../confirmable-request.ts'
import type { LoginAnswers } from '../login-answers.ts'
import type { Req, Res } from '../operation.ts'
import { requestFingerprint } from '../presented-approval.ts'
import { callerOf, scoped } from '../scoped.ts'

/** Adds logins and confirmations by a code that the user types in a browser. */
export function addLoginCodeRoutes(routes: Router, dependencies: Dependencies, answers: LoginAnswers): void {
  const { knex, settings, serviceKeys, secrets, now } = dependencies
  const codes = { knex, settingsKey: serviceKeys.settingsKey, limits: createRateLimiter(knex) }
  const requestOf = (
    req: Req<'beginLoginCode'> | Req<'beginConfirmationCode'>,
  ): LoginCodeRequest => ({
    challenge: req.body.challenge,
    client: req.body.client,
    userAgent: req.get('user-agent') ?? null,
    origin: originOf(req),
    now: now(),
  }) // prettier-ignore
  const callerIn = (req: Parameters<typeof callerOf>[0] & Parameters<typeof originOf>[0]) => ({
    actor: callerOf(req).actor,
    origin: originOf(req),
    now: now(),
  })
  const present = ({ id, userCode, expiresAt }: IssuedCode) => ({
    id,
    user_code: userCode,
    url: `${settings.baseUrl.replace(/\/$/, '')}/#/login-code`,
    expires_at: expiresAt.toISOString(),
    poll_seconds: pollSeconds,
  })

  routes.post('/api/auth/codes', async (req: Req<'beginLoginCode'>, res: Res<'beginLoginCode'>) => {
    res.json(present(await beginLoginCode(codes, requestOf(req))))
  })
  routes.post('/api/auth/codes/complete', async (req: Req<'completeLoginCode'>, res: Res<'completeLoginCode'>) => {
    const opened = await completeLoginCode(
      { ...codes, ...answers },
      { ...answers.requestOf(req), ...completionIn(req) },
    )
    if (opened) answers.sendSession(res, opened)
    else res.status(202).json({ state: 'pending' })
  })
  routes.post(
    '/api/auth/codes/confirmation',
    async (req: Req<'beginConfirmationCode'>, res: Res<'beginConfirmationCode'>) => {
      const { actor } = callerOf(req)
      const { action } = req.body
      const request = await inScope(knex, scopeOf(actor), (trx) => describeRequest({ trx, actor }, action))
      const fingerprint = requestFingerprint({ method: action.method, originalUrl: action.path, body: action.body })
      res.json(present(await beginConfirmationCode(codes, { actor }, requestOf(req), { request, fingerprint })))
    },
  )
  routes.post(
    '/api/auth/codes/confirmation/complete',
    async (req: Req<'completeConfirmationCode'>, res: Res<'completeConfirmationCode'>) => {
      const sessionId = requireSessionId(callerOf(req))
      const byCode = await completeConfirmationCode(codes, { ...completionIn(req), sessionId, now: now() })
      if (!byCode) return void res.status(202).json({ state: 'pending' })
      const { confirmation, expiresAt } = await scoped(dependencies, req, (context) =>
        issueConfirmation(context, { byCode }),
      )
      secrets?.addRecent(confirmation)
      res.json({ confirmation, expires_at: expiresAt.toISOString() })
    },
  )
  routes.post('/api/auth/codes/find', async (req: Req<'findLoginCode'>, res: Res<'findLoginCode'>) => {
    const found = await findCode(codes, callerIn(req), req.body.user_code)
    res.json({
      purpose: found.sessionId === null ? 'login' : 'confirmation',
      action: found.action && presentAction(found.action),
      client: found.client,
      user_agent: found.userAgent,
      ip: found.ip,
      created_at: found.createdAt.toISOString(),
      expires_at: found.expiresAt.toISOString(),
    })
  })
  routes.post('/api/auth/codes/confirm', async (req: Req<'confirmLoginCode'>, res) => {
    await confirmCode(codes, callerIn(req), req.body.user_code)
    res.status(204).end()
  })
  routes.post('/api/auth/codes/reject', async (req: Req<'rejectLoginCode'>, res) => {
    await rejectCode(codes, callerIn(req), req.body.user_code)
    res.status(204).end()
  })
}

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

function presentAction({ operation, method, path, body, objectName, tenantName, details }: ConfirmedRequest) {
  const { fingerprint = null, approval = null } = details ?? {}
  return {
    operation,
    method: method as Method,
    path,
    body,
    object_name: objectName,
    tenant_name: tenantName,
    level: details?.level ?? null,
    factor_kind: details?.factorKind ?? null,
    fingerprint: fingerprint && {
      kind: fingerprint.kind,
      host: fingerprint.host,
      port: fingerprint.port,
      fingerprint: fingerprint.fingerprint,
      device_name: fingerprint.deviceName,
    },
    approval: approval && { ...approval, method: approval.method as Method },
  }
}

/** Returns the rows whose names a caller may read. */
function scopeOf({ tenantId, limits, customers }: Actor): Scope {
  if (tenantId === null) return { kind: 'platform', ...(customers && { customers }) }
  return { kind: 'tenant', tenantId, ...(limits !== undefined && { limits }) }
}

function completionIn({ body: { code_id: id, verifier } }: Req<'completeLoginCode'> | Req<'completeConfirmationCode'>) {
  return { id, verifier }
}
