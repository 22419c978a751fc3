import type { ActionContext } from '../domain/kernel/context.ts'
import { message } from '../../shared/messages/message.ts'
import type { Request, RequestHandler } from 'express'
import { type Permission, type Role, isPlatformRole, may } from '../../shared/permissions/permissions.ts'
import type { Actor } from '../domain/kernel/context.ts'
import {
  DomainError,
  confirmationRequired,
  notFound,
  permissionMissing,
  sessionRequired,
  tenantNotAllowed,
} from '../domain/kernel/domain-error.ts'
import { recordAudit } from '../domain/kernel/audit/record-audit.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Scope, inScope, isInScope } from '../store/scope.ts'
import { type Authenticated, authenticate } from './authenticate.ts'
import { isUuid, objectOfRequest, objectsInPath } from './named-objects.ts'

/** A read of tenants' data by a platform role that is not in the audit log yet. */
export interface TenantRead {
  /** Writes its record in the transaction that reads. */
  record(context: ActionContext): Promise<void>
  /** The transaction was committed: repetitions leave no record until the interval is over. */
  remember(): void
}

/** Who asks and whose rows the request may touch; set by `authorise`, read by `scoped`. */
export interface Caller extends Authenticated {
  /** The customer that the request is about: named, or the caller's own. */
  tenantId: string | null
  scope: Scope
  /** A read of tenants' data that has to be recorded with it. */
  tenantRead?: TenantRead | null
  /** The query's `tenant` and `download` that the decision was based on. */
  named: string | null
  isDownload: boolean
}

/** The contract's operation that a request is for. */
export interface Operation {
  'x-permission': Permission | 'signed-in' | 'agent' | 'none'
  'x-download-permission'?: Permission
  /** Of a policy: what its levels need where it is another permission. */
  'x-level-permission'?: Record<string, Permission>
  /** What it needs where it reaches the data of every customer, because none is named. */
  'x-global-permission'?: Permission
  'x-audit'?: string
  /** What it takes of the requests of a minute, where that is more than one. */
  'x-cost'?: number
  'x-unscoped'?: boolean
  /** Only for a person in a session, not for a token. */
  'x-session'?: boolean
  /**
   * Only for a user in a session who has just given the password again: always, or where the domain says so for what is
   * asked.
   */
  'x-confirmation'?: true | 'conditional'
  operationId: string
  method: string
  parameters?: { name?: string; $ref?: string }[]
}

/** Fields that stand in a schema only to be refused. */
const fixedFields = ['tenant_id']

/**
 * Decides, in this order and before anything of the body is looked at: 401 without a live session or token, 403 without
 * the permission, for another customer's or for what no token may, 404 for a customer or object outside the scope.
 */
export async function authorise(dependencies: Dependencies, req: Request, operation: Operation): Promise<void> {
  const authenticated = await authenticate(dependencies, req)
  const { actor } = authenticated
  const role = actor.role as Role
  const named = namedTenant(req)
  const needsConfirmation = operation['x-confirmation'] === true
  const isForSessions = operation['x-session'] || needsConfirmation
  const refusal =
    refusalFor(neededFor(operation, req, actor.tenantId ?? named), role, actor.tenantId, named) ??
    (isForSessions && actor.token ? sessionRequired() : null) ??
    (needsConfirmation && !actor.isConfirmed ? confirmationRequired() : null)
  if (refusal) {
    await recordRefusal(dependencies, req, actor, operation, refusal)
    throw refusal
  }
  const tenantId = actor.tenantId ?? named
  const scope: Scope = tenantId && isUuid(tenantId) ? { kind: 'tenant', tenantId } : { kind: 'platform' }
  req.caller = { ...authenticated, tenantId, scope, named, isDownload: isDownload(req) }
  await refuseInvisible(dependencies, req, scope, named)
}

/**
 * What comes next, once the body of somebody who may was read: 405 for a change made impossible on purpose, 400 for JSON
 * that is none or a write without a customer.
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
 * Refuses a request whose validated query differs from the one that `authorise` decided on: the permission and the tenant
 * of the decision would not be those of the action.
 */
export const confirmDecision: RequestHandler = (req, _res, next) => {
  const { caller } = req
  const isSame = !caller || (caller.named === namedTenant(req) && caller.isDownload === isDownload(req))
  next(isSame ? undefined : new DomainError('query_ambiguous'))
}

function namedTenant({ query }: Request): string | null {
  return typeof query['tenant'] === 'string' ? query['tenant'].toLowerCase() : null
}

/** Before validation the text, after it the value. */
function isDownload({ query }: Request): boolean {
  return String(query['download']) === 'true'
}

/** Without a customer some need more, some readings when the whole is asked for as an attachment, some levels of a policy another than the rest. */
function neededFor(operation: Operation, req: Request, tenantId: string | null): Operation['x-permission'] {
  if (tenantId === null && operation['x-global-permission']) return operation['x-global-permission']
  const whole = isDownload(req) ? operation['x-download-permission'] : undefined
  const ofLevel = operation['x-level-permission']?.[policyLevel(operation, req) ?? '']
  return whole ?? ofLevel ?? operation['x-permission']
}

/** The level that a change of a policy is about. */
function policyLevel(operation: Operation, req: Request): string | undefined {
  return operation['x-level-permission'] && req.openapi?.pathParams['level']
}

function refusalFor(
  permission: Operation['x-permission'],
  role: Role,
  own: string | null,
  named: string | null,
): DomainError | null {
  if (permission !== 'signed-in' && permission !== 'none' && permission !== 'agent' && !may(role, permission)) {
    return permissionMissing(permission)
  }
  if (own && named && isUuid(named) && named !== own) return tenantNotAllowed()
  return null
}

/** Returns the action under which the audit log records a request, if it does: the whole as an attachment is a download. */
export function auditedAs(operation: Operation, req: Request): string | undefined {
  const isDownload = req.query['download'] === 'true' && operation['x-download-permission'] !== undefined
  return isDownload ? 'config.download' : operation['x-audit']
}

/** Returns what a record of the request is about, as far as its path says. */
export function auditObject(req: Request): { kind: string; id?: string } {
  const { kind = 'request', id } = objectOfRequest(req) ?? {}
  return { kind, ...(id !== undefined && { id }) }
}

/** A refused write, or a refused reading of a configuration, is itself worth a record. */
export async function recordRefusal(
  dependencies: Dependencies,
  req: Request,
  actor: Actor,
  operation: Operation,
  refusal: DomainError,
) {
  const action = auditedAs(operation, req)
  if (!action) return
  const own = actor.tenantId
  const scope: Scope = own ? { kind: 'tenant', tenantId: own } : { kind: 'platform' }
  await inScope(dependencies.knex, scope, (trx) =>
    recordAudit({ actor, origin: originOf(req), tenantId: own, now: dependencies.now(), trx }, action, {
      ...auditObject(req),
      outcome: 'refused',
      detail: { missing: refusal.fields.missing },
    }),
  )
}

async function refuseInvisible(dependencies: Dependencies, req: Request, scope: Scope, named: string | null) {
  const wanted: { table: string; id: string }[] = objectsInPath(req)
  const checksTenant = named !== null && isUuid(named) && isPlatformRole(req.caller?.actor.role as Role)
  if (checksTenant) wanted.unshift({ table: 'tenants', id: named })
  if (wanted.length === 0) return
  if (!(await isInScope(dependencies.knex, scope, wanted))) throw notFound()
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
