import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { type Permission, type Role, isPlatformRole, may } from '../../shared/permissions/permissions.ts'
import type { Actor } from '../domain/call.ts'
import { Refusal, forbidden, incoherent, notFound } from '../domain/refusal.ts'
import { recordAudit } from '../domain/audit/record-audit.ts'
import type { Pieces } from '../pieces.ts'
import { type Scope, inScope } from '../store/scope.ts'

/** Who asks and whose rows the request may touch; set by `authorise`, read by `scoped`. */
export interface Caller {
  actor: Actor
  expiresAt: Date
  /** The customer that the request is about: named, or the caller's own. */
  tenantId: string | null
  scope: Scope
}

/** The contract's operation that a request is for. */
export interface Operation {
  'x-permission': Permission | 'signed-in' | 'agent' | 'none'
  'x-download-permission'?: Permission
  /** Of a policy: what its levels need where it is another permission. */
  'x-level-permission'?: Record<string, Permission>
  'x-audit'?: string
  'x-unscoped'?: boolean
  operationId: string
  method: string
}

/** Path parameters and the tables in which what they name must be visible to the caller. */
const objects: Record<string, string> = {
  customer_id: 'tenants',
  user_id: 'users',
  agent_id: 'agents',
  credential_id: 'credentials',
  device_id: 'devices',
  fingerprint_id: 'fingerprints',
  run_id: 'jobs',
  artifact_id: 'artifacts',
  version_id: 'versions',
  snapshot_id: 'snapshots',
}

/** Fields that stand in a schema only to be refused. */
const fixedFields = ['tenant_id']

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Decides, in this order and before anything of the body is looked at: 401 without a live session, 403 without the
 * permission or for another customer's, 404 for a customer or object outside the scope, 405 for a change made
 * impossible on purpose, 400 for JSON that is none or a write without a customer.
 */
export async function authorise(pieces: Pieces, req: Request, operation: Operation): Promise<void> {
  const { actor, expiresAt } = await authenticate(pieces, req)
  const role = actor.role as Role
  const named = typeof req.query['tenant'] === 'string' ? req.query['tenant'].toLowerCase() : null
  const refusal = refusalFor(neededFor(operation, req), role, actor.tenantId, named)
  if (refusal) {
    await recordRefusal(pieces, req, actor, operation, refusal)
    throw refusal
  }
  const tenantId = actor.tenantId ?? named
  const scope: Scope = tenantId && uuid.test(tenantId) ? { kind: 'tenant', tenantId } : { kind: 'platform' }
  req.caller = { actor, expiresAt, tenantId, scope }
  await refuseInvisible(pieces, req, scope, named)
  refuseFixedFields(req)
  if (req.bodyFault) throw req.bodyFault
  const isOfNobody = operation['x-unscoped'] || policyLevel(operation, req) === 'platform'
  if (writes(req) && !isOfNobody && operation['x-permission'] !== 'signed-in' && !tenantId) {
    throw incoherent('A write needs a customer: add ?tenant=<customer id>.')
  }
}

async function authenticate(pieces: Pieces, req: Request): Promise<{ actor: Actor; expiresAt: Date }> {
  const [scheme, token] = (req.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw unauthenticated()
  const hash = createHash('sha256').update(token).digest()
  const { rows } = await pieces.knex.raw('select * from lookup_bearer(?)', [hash])
  const row = rows[0]
  if (!row || row.expires_at <= pieces.now()) throw unauthenticated()
  const actor: Actor = {
    kind: 'user',
    id: row.user_id,
    name: row.email,
    role: row.role,
    tenantId: row.tenant_id,
    sessionId: row.session_id,
  }
  return { actor, expiresAt: row.expires_at }
}

function unauthenticated() {
  return new Refusal(401, 'Not logged in', 'The session token is absent, expired or invalid.')
}

/** Some readings need more when the whole is asked for as an attachment, some levels of a policy another than the rest. */
function neededFor(operation: Operation, req: Request): Operation['x-permission'] {
  const whole = req.query['download'] === 'true' ? operation['x-download-permission'] : undefined
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
): Refusal | null {
  if (permission !== 'signed-in' && permission !== 'none' && permission !== 'agent' && !may(role, permission)) {
    return forbidden(permission)
  }
  if (own && named && uuid.test(named) && named !== own) return forbidden('tenant')
  return null
}

/** A refused write, or a refused reading of a configuration, is itself worth a record. */
async function recordRefusal(pieces: Pieces, req: Request, actor: Actor, operation: Operation, refusal: Refusal) {
  const action =
    refusal.fields.missing === operation['x-download-permission'] ? 'config.download' : operation['x-audit']
  if (!action) return
  const own = actor.tenantId
  const scope: Scope = own ? { kind: 'tenant', tenantId: own } : { kind: 'platform' }
  await inScope(pieces.knex, scope, (trx) =>
    recordAudit({ actor, origin: originOf(req), tenantId: own, now: pieces.now(), trx }, action, {
      kind: 'request',
      outcome: 'refused',
      detail: { missing: refusal.fields.missing },
    }),
  )
}

async function refuseInvisible(pieces: Pieces, req: Request, scope: Scope, named: string | null) {
  const wanted = Object.entries(req.openapi?.pathParams ?? {}).flatMap(([name, id]) => {
    const table = objects[name]
    return table && uuid.test(id) ? [{ table, id }] : []
  })
  const checksTenant = named !== null && uuid.test(named) && isPlatformRole(req.caller?.actor.role as Role)
  if (checksTenant) wanted.unshift({ table: 'tenants', id: named })
  if (wanted.length === 0) return
  await inScope(pieces.knex, scope, async (trx) => {
    for (const { table, id } of wanted) {
      if (!(await trx(table).where({ id }).first(trx.raw('1')))) throw notFound()
    }
  })
}

function refuseFixedFields(req: Request) {
  const body: unknown = req.body
  if (req.method !== 'PATCH' || typeof body !== 'object' || body === null) return
  const fixed = fixedFields.find((field) => field in body)
  if (fixed)
    throw new Refusal(405, 'Method not allowed', `${fixed} cannot be changed.`, {
      errors: [{ path: fixed, message: 'cannot be changed' }],
    })
}

function writes(req: Request): boolean {
  return req.method !== 'GET' && req.method !== 'HEAD'
}

export function originOf(req: Request) {
  return { requestId: req.id, ip: req.ip ?? null }
}
