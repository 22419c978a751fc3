import type { Request } from 'express'
import type { ActionContext, TenantContext, RunInSystemTransaction } from '../domain/kernel/context.ts'
import { DomainError, tenantNotAllowed } from '../domain/kernel/domain-error.ts'
import { ScimRefused } from '../domain/inventory/scim/scim-refused.ts'
import { hasRecorded } from '../domain/inventory/revocations/record-revocations.ts'
import { storePromptly } from '../domain/recovery/revocations/store-promptly.ts'
import { createApproval } from '../domain/approvals/create-approval.ts'
import type { ApprovalAction } from '../../shared/permissions/approval-actions.ts'
import type { Dependencies } from '../dependencies.ts'
import { isDeniedByPolicy } from '../store/violated-constraint.ts'
import { type Scope, type ScopeOptions, type ScopedTransaction, inScope } from '../store/scope.ts'
import { type Caller, type Operation, originOf, recordRefusal } from './authorise.ts'
import { withoutSecrets } from './redact-request-secrets.ts'
import { approvalReason, readPresentedApproval, requestFingerprint, sentContent } from './presented-approval.ts'

/** The fields of a request that its transactions use. */
export type ScopedRequest = Pick<
  Request,
  'caller' | 'id' | 'ip' | 'openapi' | 'headers' | 'method' | 'originalUrl' | 'body'
>

/**
 * Runs one domain action in one transaction of the caller's scope, and records a cross-tenant read. With `repeats`, the
 * plans of its statements are kept.
 */
export async function scoped<T>(
  dependencies: Dependencies,
  req: ScopedRequest,
  work: (context: ActionContext) => PromiseLike<T>,
  { repeats = false }: Pick<ScopeOptions, 'repeats'> = {},
): Promise<T> {
  const caller = callerOf(req)
  const { tenantRead } = caller
  const run = async (trx: ScopedTransaction) => {
    const context = callOf(dependencies, req, caller, trx)
    const read = await work(context)
    await tenantRead?.record(context)
    return { result: read, hasRevoked: hasRecorded(trx) }
  }
  const { result, hasRevoked } = await recordingRefusal(dependencies, req, caller, () =>
    inScope(dependencies.knex, caller.scope, run, { repeats, mayEndEarly: !tenantRead }),
  )
  tenantRead?.remember()
  if (hasRevoked) await storeRevoked(dependencies)
  return result
}

/** As `scoped`, for an action on one tenant. `authorise` rejected requests without a tenant. */
export function scopedToTenant<T>(
  dependencies: Dependencies,
  req: ScopedRequest,
  work: (context: TenantContext) => PromiseLike<T>,
  options?: Pick<ScopeOptions, 'repeats'>,
): Promise<T> {
  const ofTenant = (context: ActionContext) => {
    if (context.tenantId === null) throw new DomainError('tenant_required')
    return work(context as TenantContext)
  }
  return scoped(dependencies, req, ofTenant, options)
}

/** Runs one action on platform data, for a caller with a platform permission. */
export function scopedToPlatform<T>(
  dependencies: Dependencies,
  req: ScopedRequest,
  work: (context: ActionContext) => PromiseLike<T>,
): Promise<T> {
  const caller = callerOf(req)
  if (caller.actor.tenantId !== null) throw tenantNotAllowed()
  if (caller.actor.customers) throw new DomainError('scope_limited', {}, { missing: 'scope' })
  return recordingRefusal(dependencies, req, caller, () =>
    inScope(dependencies.knex, { kind: 'platform' }, (trx) => work(callOf(dependencies, req, caller, trx))),
  )
}

/** Stores revocations in the object store before the response, if the store is available. */
export function storeRevoked({ knex, store, serviceKeys, now, log }: Dependencies): Promise<void> {
  const runInSystemTransaction: RunInSystemTransaction = (step) =>
    inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() }))
  return storePromptly({ runInSystemTransaction, store, serviceKeys }, log)
}

/**
 * Records a refusal for a missing right that only the domain can detect, as `authorise` does. Stores a request that
 * needs an approval and gives its reason.
 */
async function recordingRefusal<T>(
  dependencies: Dependencies,
  req: ScopedRequest,
  caller: Caller,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const operation = (req.openapi as { schema?: Operation } | undefined)?.schema
    const missing = missingFor(error)
    if (missing && operation) await recordRefusal(dependencies, req as Request, caller.actor, operation, missing)
    const reason = isApprovalRequired(error) ? approvalReason(req) : null
    if (isApprovalRequired(error) && reason !== null) throw await requestApproval(dependencies, req, error, reason)
    const isLimited = caller.actor.limits !== undefined || caller.actor.customers !== undefined
    throw isLimited && isDeniedByPolicy(error) ? new DomainError('scope_limited') : error
  }
}

/** Returns what a caller lacks according to the domain: a session, a confirmation, or what SCIM requires. */
function missingFor(error: unknown): string | undefined {
  if (error instanceof ScimRefused) return error.missing
  const missing = error instanceof DomainError ? error.fields.missing : undefined
  return missing && /^(session|confirmation)$/.test(missing) ? missing : undefined
}

function isApprovalRequired(error: unknown): error is DomainError<'approval_required'> {
  return error instanceof DomainError && error.code === 'approval_required'
}

/** Stores the request, which changed nothing, for another person. Returns the error with which it is answered. */
async function requestApproval(
  dependencies: Dependencies,
  req: ScopedRequest,
  required: DomainError<'approval_required'>,
  reason: string,
): Promise<DomainError> {
  const caller = callerOf(req)
  const { method, originalUrl: path } = req
  const action = required.params.action as ApprovalAction
  const { permission } = caller
  if (permission === 'signed-in' || permission === 'agent' || permission === 'none') throw required
  const { tenantId } = caller
  const scope: Scope = tenantId === null ? { kind: 'platform' } : { kind: 'tenant', tenantId }
  const approval = await inScope(dependencies.knex, scope, (trx) => {
    const fingerprint = requestFingerprint(req)
    const request = { action, permission, method, path, body: withoutSecrets(sentContent(req)) ?? null }
    return createApproval(callOf(dependencies, req, caller, trx), { ...request, fingerprint, reason })
  })
  return new DomainError('approval_requested', { action }, { missing: 'approval', approval_id: approval.id })
}

function callOf(dependencies: Dependencies, req: ScopedRequest, caller: Caller, trx: ScopedTransaction): ActionContext {
  return {
    actor: caller.actor,
    origin: originOf(req),
    tenantId: caller.tenantId,
    now: dependencies.now(),
    trx,
    keys: dependencies.keys,
    presentedApproval: readPresentedApproval(req),
  }
}

export function callerOf(req: Pick<Request, 'caller'>): Caller {
  if (!req.caller) throw new Error('a route without a caller: the contract gives it no security')
  return req.caller
}
