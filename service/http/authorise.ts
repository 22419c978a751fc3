import type { ActionContext } from '../domain/kernel/context.ts'
import { message } from '../../shared/messages/message.ts'
import type { Request, RequestHandler } from 'express'
import type { Permission } from '../../shared/permissions/permissions.ts'
import type { Actor } from '../domain/kernel/context.ts'
import {
  DomainError,
  confirmationRequired,
  notFound,
  passwordChangeRequired,
  permissionMissing,
  secondFactorRequired,
  sessionRequired,
  tenantNotAllowed,
} from '../domain/kernel/domain-error.ts'
import { recordAudit } from '../domain/kernel/audit/record-audit.ts'
import { holds } from '../domain/kernel/holds.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Scope, inScope } from '../store/scope.ts'
import { type Authenticated, authenticateNaming } from './authenticate.ts'
import { isUuid, objectOfRequest, objectsInPath } from './named-objects.ts'

/** A read of tenants' data by a platform role that the audit log does not contain yet. */
export interface TenantRead {
  /** Writes the record in the reading transaction. */
  record(context: ActionContext): Promise<void>
  /** Called once the transaction is committed: repeated reads leave no record until the interval ends. */
  remember(): void
}

/** The caller and the scope of the request; set by `authorise`, read by `scoped`. */
export interface Caller extends Authenticated {
  /** The tenant of the request: the one it specifies, or the caller's own. */
  tenantId: string | null
  scope: Scope
  /** A read of tenants' data that must be recorded in the same transaction. */
  tenantRead?: TenantRead | null
  /** The query's `tenant` and `download` on which the decision is based. */
  named: string | null
  isDownload: boolean
  /** What the request requires. */
  permission: Operation['x-permission']
}

/** The contract's operation that a request is for. */
export interface Operation {
  'x-permission': Permission | 'signed-in' | 'agent' | 'none'
  'x-download-permission'?: Permission
  /** Permissions of policy levels that differ from that of the operation. */
  'x-level-permission'?: Record<string, Permission>
  /** Permission for access to the data of all tenants, if no tenant is specified. */
  'x-global-permission'?: Permission
  'x-audit'?: string
  /** What happens without permission for secrets: texts are masked, or the request is rejected. */
  'x-secrets'?: 'masked' | 'required'
  /** Cost against the rate limit, if more than one request. */
  'x-cost'?: number
  'x-unscoped'?: boolean
  /** Also for callers whose role is limited to sites or tags. */
  'x-limited'?: boolean
  /** Without a tenant, the operation reads data of the platform and of no tenant. */
  'x-platform-data'?: boolean
  /** Only for a user in a session, not for a token. */
  'x-session'?: boolean
  /**
   * Only for a user in a session who has just confirmed the password: always, or if the domain requires it for this
   * request.
   */
  'x-confirmation'?: true | 'conditional'
  /** Also for a session that can only set up the second factor that its user must have. */
  'x-without-second-factor'?: boolean
  /** Also for a session whose user must change the password first. */
  'x-allowed-before-password-change'?: boolean
  operationId: string
  method: string
  parameters?: { name?: string; $ref?: string }[]
}

/** Fields that a schema contains only to reject them. */
const fixedFields = ['tenant_id']

/**
 * Authorises a request before any of its body is read. The checks, in order: an active session or token, the permission
 * and the tenant, what the session may do, then whether tenant and objects are in scope.
 * @throws DomainError those of `authenticate`, permission_missing, tenant_not_allowed, session_required,
 *   password_change_required, second_factor_setup_required, confirmation_required, not_found
 */
export async function authorise(dependencies: Dependencies, req: Request, operation: Operation): Promise<void> {
  const named = namedTenant(req)
  const rows = objectsInPath(req)
  const namedId = named !== null && isUuid(named) ? named : null
  const found = await authenticateNaming(dependencies, req, {
    tenantId: namedId,
    rows,
    isOwn: operation['x-permission'] === 'signed-in',
  })
  const { authenticated } = found
  const { actor } = authenticated
  const needsConfirmation = operation['x-confirmation'] === true
  const isForSessions = operation['x-session'] || needsConfirmation
  const permission = neededFor(operation, req, actor.tenantId ?? named)
  const refusal =
    refusalFor(req, operation, permission, actor, named) ??
    (operation['x-secrets'] === 'required' && !holds(actor, 'secret:read') ? permissionMissing('secret:read') : null) ??
    (isForSessions && actor.token ? sessionRequired() : null) ??
    (authenticated.needsPasswordChange && !operation['x-allowed-before-password-change']
      ? passwordChangeRequired()
      : null) ??
    (authenticated.needsSecondFactor && !operation['x-without-second-factor'] ? secondFactorRequired() : null) ??
    (needsConfirmation && !actor.isConfirmed && !authenticated.confirmedFingerprint ? confirmationRequired() : null)
  if (refusal) {
    await recordRefusal(dependencies, req, actor, operation, refusal.fields.missing)
    throw refusal
  }
  const tenantId = actor.tenantId ?? named
  const scope = scopeOf(actor, tenantId, operation)
  req.caller = { ...authenticated, tenantId, scope, named, isDownload: isDownload(req), permission }
  const isTenantVisible = actor.tenantId !== null || found.isTenantInScope
  if (!isTenantVisible || !found.areRowsInScope) throw notFound()
}

/**
 * Rejects a request once the body of an authorised caller was read.
 * @throws DomainError for a fixed field, for invalid JSON, or `tenant_required`
 */
export function refuseBody(req: Request, operation: Operation): void {
  refuseFixedFields(req)
  if (req.bodyFault) throw req.bodyFault
  const isOfNobody = operation['x-unscoped'] || policyLevel(operation, req) === 'platform'
  if (writes(req) && !isOfNobody && operation['x-permission'] !== 'signed-in' && !req.caller?.tenantId) {
    throw new DomainError('tenant_required')
  }
}

/**
 * Rejects a request whose validated query differs from the one that `authorise` used: its permission and tenant would
 * not match the action.
 */
export const confirmDecision: RequestHandler = (req, _res, next) => {
  const { caller } = req
  const isSame = !caller || (caller.named === namedTenant(req) && caller.isDownload === isDownload(req))
  next(isSame ? undefined : new DomainError('query_ambiguous'))
}

/**
 * Operations on the caller's own account find their rows by the user's id, so limits to devices do not apply to them.
 */
function scopeOf({ limits, customers }: Actor, tenantId: string | null, operation: Operation): Scope {
  if (!tenantId || !isUuid(tenantId)) {
    return customers && operation['x-permission'] !== 'signed-in'
      ? { kind: 'platform', customers }
      : { kind: 'platform' }
  }
  const isLimited = limits !== undefined && operation['x-permission'] !== 'signed-in'
  return { kind: 'tenant', tenantId, ...(isLimited && { limits }) }
}

function namedTenant({ query }: Request): string | null {
  return typeof query['tenant'] === 'string' ? query['tenant'].toLowerCase() : null
}

/** The value is a string before validation and a boolean after it. */
function isDownload({ query }: Request): boolean {
  return String(query['download']) === 'true'
}

/**
 * Returns the permission that a request needs. It depends on whether a tenant is specified, on whether content is
 * downloaded, and on the policy level.
 */
function neededFor(operation: Operation, req: Request, tenantId: string | null): Operation['x-permission'] {
  if (tenantId === null && operation['x-global-permission']) return operation['x-global-permission']
  const whole = isDownload(req) ? operation['x-download-permission'] : undefined
  const ofLevel = operation['x-level-permission']?.[policyLevel(operation, req) ?? '']
  return whole ?? ofLevel ?? operation['x-permission']
}

/** Returns the level that a change of a policy affects. */
function policyLevel(operation: Operation, req: Request): string | undefined {
  return operation['x-level-permission'] && req.openapi?.pathParams['level']
}

function refusalFor(
  req: Request,
  operation: Operation,
  permission: Operation['x-permission'],
  actor: Actor,
  named: string | null,
): DomainError | null {
  if (permission !== 'signed-in' && permission !== 'none' && permission !== 'agent' && !holds(actor, permission)) {
    return permissionMissing(permission)
  }
  if (actor.tenantId && named && isUuid(named) && named !== actor.tenantId) return tenantNotAllowed()
  const isLimited = actor.limits !== undefined && permission !== 'signed-in'
  if (isLimited && (!operation['x-limited'] || !(actor.tenantId ?? named))) {
    return new DomainError('scope_limited', {}, { missing: 'scope' })
  }
  if (isOfWholePlatform(req, operation, actor, named)) return new DomainError('scope_limited', {}, { missing: 'scope' })
  return null
}

/** Whether a caller whose platform role is limited to customers would change what belongs to the platform. */
function isOfWholePlatform(req: Request, operation: Operation, { customers }: Actor, named: string | null): boolean {
  const isRead = operation['x-limited'] || !writes(req)
  return customers !== undefined && named === null && !isRead && operation['x-permission'] !== 'signed-in'
}

/**
 * Returns the action under which the audit log records a request, if it does. A complete attachment counts as a
 * download.
 */
export function auditedAs(operation: Operation, req: Request): string | undefined {
  const isDownload = req.query['download'] === 'true' && operation['x-download-permission'] !== undefined
  return isDownload ? 'config.download' : operation['x-audit']
}

/** Returns the object of an audit record, as far as the path specifies it. */
export function auditObject(req: Request): { kind: string; id?: string } {
  const { kind = 'request', id } = objectOfRequest(req) ?? {}
  return { kind, ...(id !== undefined && { id }) }
}

/**
 * Records a rejected write or a rejected read of a configuration.
 * @param missing what the caller lacks
 */
export async function recordRefusal(
  dependencies: Dependencies,
  req: Request,
  actor: Actor,
  operation: Operation,
  missing: string | undefined,
) {
  const action = auditedAs(operation, req)
  if (!action) return
  const own = actor.tenantId
  const scope: Scope = own ? { kind: 'tenant', tenantId: own } : { kind: 'platform' }
  await inScope(dependencies.knex, scope, (trx) =>
    recordAudit({ actor, origin: originOf(req), tenantId: own, now: dependencies.now(), trx }, action, {
      ...auditObject(req),
      outcome: 'refused',
      detail: { missing },
    }),
  )
}

function refuseFixedFields(req: Request) {
  const body: unknown = req.body
  if (req.method !== 'PATCH' || typeof body !== 'object' || body === null) return
  const fixed = fixedFields.find((field) => field in body)
  if (fixed)
    throw new DomainError(
      'fixed_field',
      { field: fixed },
      { fieldErrors: [{ path: fixed, error: message('is_fixed') }] },
    )
}

function writes(req: Request): boolean {
  return req.method !== 'GET' && req.method !== 'HEAD'
}

export function originOf(req: Pick<Request, 'id' | 'ip'>) {
  return { requestId: req.id, ip: req.ip ?? null }
}
