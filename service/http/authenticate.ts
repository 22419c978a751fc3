import type { Request } from 'express'
import {
  type Permission,
  type Role,
  isCustomRole,
  limitablePermissions,
  permissionSet,
} from '../../shared/permissions/permissions.ts'
import { recordAudit } from '../domain/kernel/audit/record-audit.ts'
import type { Actor } from '../domain/kernel/context.ts'
import { isValidConfirmation } from '../domain/inventory/login/identity-confirmation.ts'
import { isFrom } from '../domain/inventory/login/networks.ts'
import { requireAllowedNetwork } from '../domain/inventory/login/require-tenant-network.ts'
import { type UsedSession, lastUseIntervalMs, recordSessionUse } from '../domain/inventory/login/use-session.ts'
import { sha256 } from '../domain/kernel/sha256.ts'
import { effectiveRole } from '../domain/inventory/users/effective-role.ts'
import type { Dependencies } from '../dependencies.ts'
import { ApiToken } from '../store/models/api-token.ts'
import { type FoundBearer, type NamedRows, type Scope, findBearer, inScope } from '../store/scope.ts'
import { DomainError } from '../domain/kernel/domain-error.ts'

/** The caller's session or API token, and its expiry. */
export interface Authenticated {
  actor: Actor
  /** SHA-256 of the token. */
  bearerHash: Buffer
  person: { id: string; email: string; name: string }
  expiresAt: Date
  /** The session can only set up the second factor that its user must have. */
  needsSecondFactor: boolean
  /** The session can only change the password, which another person set or which became known. */
  needsPasswordChange: boolean
  /** SHA-256 of the only request that the presented confirmation is valid for; null without such a confirmation. */
  confirmedFingerprint: Buffer | null
}

/** A caller, and whether what the request names is in the caller's scope. */
export interface AuthenticatedRequest extends Omit<FoundBearer<never>, 'bearer'> {
  authenticated: Authenticated
}

/** A row of `lookup_bearer`: a session, or a token if `token_id` is set. */
interface Bearer {
  session_id: string | null
  token_id: string | null
  user_id: string
  tenant_id: string | null
  role: Role
  user_role: Role
  email: string
  name: string
  token_name: string | null
  networks: string[] | null
  last_used_at: Date | null
  expires_at: Date
  confirmation_hash: Buffer | null
  confirmation_expires_at: Date | null
  confirmation_fingerprint: Buffer | null
  idle_minutes: number | null
  needs_second_factor: boolean
  password_change_required: boolean
  /** Null for a user of the platform; empty: any. */
  tenant_networks: string[] | null
  /** The custom role of the session or token, and that of its user. */
  custom_role: CustomRoleRow | null
  user_custom_role: CustomRoleRow | null
  /** The only permissions of the token; null: all those of its role. */
  token_limits: { permissions: Permission[] | null } | null
  is_service_account: boolean
  /** JSON of the limits to sites and tags, also those of the token; null: none. */
  limits: string | null
  /** The ids of the only tenants that a platform role sees, separated by commas; null: all. */
  customers: string | null
}

interface CustomRoleRow {
  id: string
  name: string
  permissions: Permission[]
}

/** Carries the value that `POST /api/auth/confirm` issued. */
const confirmationHeader = 'x-coffer-confirmation'

/** With any value: a request that a page sent automatically. It does not extend an idle session. */
const unattendedHeader = 'x-coffer-unattended'

const nothingNamed: NamedRows = { tenantId: null, rows: [] }

/**
 * Finds the active session or token of the request. A token has its own role and permissions, limited by the current
 * permissions of its creator. Its last use is stored to the minute.
 * @throws DomainError bearer_invalid, session_idle, network_not_allowed, token_network_not_allowed, authorization_without_token,
 *   not_authenticated
 */
export async function authenticate(dependencies: Dependencies, req: BearerRequest): Promise<Authenticated> {
  return (await authenticateNaming(dependencies, req, nothingNamed)).authenticated
}

/** As `authenticate`; also returns whether what the request names is in the caller's scope. */
export async function authenticateNaming(
  dependencies: Dependencies,
  req: BearerRequest,
  named: NamedRows,
): Promise<AuthenticatedRequest> {
  const hash = req.ticketOf ?? hashIn(req.headers.authorization)
  if (!hash) throw withoutToken(req)
  const { bearer: row, ...scope } = await findBearer<Bearer>(dependencies.knex, hash, named)
  if (!row || row.expires_at <= dependencies.now()) throw unauthenticated()
  const { role, permissions, customRole } = grantOf(row)
  const isValid = hasValidConfirmation(dependencies, req, row)
  const fingerprint = row.confirmation_fingerprint
  const actor: Actor = {
    kind: 'user',
    id: row.user_id,
    name: row.token_name === null ? row.email : `token:${row.token_name}`,
    role,
    permissions,
    ...(customRole && { roleId: customRole.id, roleName: customRole.name }),
    tenantId: row.tenant_id,
    ...(row.limits !== null && { limits: row.limits }),
    ...customersOf(row),
    ...(row.session_id !== null && { sessionId: row.session_id, isConfirmed: isValid && fingerprint === null }),
    ...(row.token_id !== null && { token: { id: row.token_id, name: row.token_name ?? '' } }),
    ...(row.is_service_account && { isServiceAccount: true }),
  }
  const sender = { actor, origin: { requestId: req.id, ip: req.ip ?? null }, now: dependencies.now() }
  const action = row.token_id === null ? 'session.use' : 'token.use'
  await requireAllowedNetwork(dependencies.knex, sender, row.tenant_networks ?? [], action)
  if (row.session_id !== null)
    await recordSessionUse(dependencies.knex, usedSession(req, row, row.session_id), dependencies.now())
  if (row.token_id !== null) await recordTokenUse(dependencies, req, actor, row)
  const { user_id: id, email, name, expires_at: expiresAt } = row
  const person = { id, email, name }
  const limits = { needsSecondFactor: row.needs_second_factor, needsPasswordChange: row.password_change_required }
  const confirmedFingerprint = isValid ? fingerprint : null
  return { authenticated: { actor, bearerHash: hash, person, expiresAt, ...limits, confirmedFingerprint }, ...scope }
}

/** @throws DomainError bearer_invalid for a token that is bound to a tenant which its user no longer sees */
function customersOf({ customers, tenant_id: tenantId }: Bearer): Pick<Actor, 'customers'> {
  if (customers === null) return {}
  const ids = customers.split(',')
  if (tenantId === null) return { customers: ids }
  if (!ids.includes(tenantId)) throw unauthenticated()
  return {}
}

interface Grant {
  role: Role
  permissions: ReadonlySet<Permission>
  customRole: CustomRoleRow | null
}

/** @throws DomainError bearer_invalid for a token without permissions: its creator lost them */
function grantOf(row: Bearer): Grant {
  const { role, user_role: userRole, custom_role: customRole } = row
  const own = permissionsIn(userRole, row.user_custom_role)
  if (row.token_id === null) return { role, permissions: own, customRole }
  if (!isCustomRole(role) && !isCustomRole(userRole)) {
    const lesser = effectiveRole(role, userRole)
    if (!lesser) throw unauthenticated()
    return { role: lesser, permissions: narrow(permissionSet(lesser), row), customRole }
  }
  const shared = [...permissionsIn(role, customRole)].filter((permission) => own.has(permission))
  return { role, permissions: narrow(new Set(shared), row), customRole }
}

/** @throws DomainError bearer_invalid if no permission remains */
function narrow(permissions: ReadonlySet<Permission>, { token_limits: of, limits }: Bearer): ReadonlySet<Permission> {
  const only = of?.permissions ?? (limits === null ? null : limitablePermissions)
  const isAllowed = (permission: Permission) =>
    permissions.has(permission) && (limits === null || limitablePermissions.includes(permission))
  const remaining = only ? new Set(only.filter(isAllowed)) : permissions
  if (remaining.size === 0) throw unauthenticated()
  return remaining
}

function permissionsIn(role: Role, custom: CustomRoleRow | null): ReadonlySet<Permission> {
  return isCustomRole(role) ? new Set(custom?.permissions) : permissionSet(role)
}

type BearerRequest = Pick<Request, 'headers' | 'id' | 'ip' | 'ticketOf'>

function hashIn(header: string | undefined): Buffer | null {
  const [scheme, token] = (header ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) return null
  return sha256(token)
}

function hasValidConfirmation({ now }: Dependencies, { headers }: Pick<Request, 'headers'>, row: Bearer): boolean {
  const presented = headers[confirmationHeader]
  const issued = { hash: row.confirmation_hash, expiresAt: row.confirmation_expires_at }
  return isValidConfirmation(typeof presented === 'string' ? presented : undefined, issued, now())
}

function usedSession({ headers }: Pick<Request, 'headers'>, row: Bearer, id: string): UsedSession {
  return {
    id,
    tenantId: row.tenant_id,
    lastUsedAt: row.last_used_at,
    idleMinutes: row.idle_minutes,
    isUnattended: headers[unattendedHeader] !== undefined,
  }
}

async function recordTokenUse(
  dependencies: Dependencies,
  req: Pick<Request, 'id' | 'ip'>,
  actor: Actor,
  row: Bearer,
): Promise<void> {
  const scope: Scope = actor.tenantId ? { kind: 'tenant', tenantId: actor.tenantId } : { kind: 'platform' }
  const now = dependencies.now()
  const id = row.token_id ?? ''
  if (!isFrom(row.networks ?? [], req.ip ?? null)) {
    const origin = { requestId: req.id, ip: req.ip ?? null }
    await inScope(dependencies.knex, scope, (trx) =>
      recordAudit({ actor, origin, tenantId: actor.tenantId, now, trx }, 'token.use', {
        kind: 'token',
        id,
        outcome: 'refused',
        detail: { networks: row.networks },
      }),
    )
    throw new DomainError('token_network_not_allowed')
  }
  if (row.last_used_at !== null && row.last_used_at.getTime() > now.getTime() - lastUseIntervalMs) return
  await inScope(dependencies.knex, scope, (trx) =>
    ApiToken.query(trx)
      .findById(id)
      .patch({ lastUsedAt: now, lastUsedIp: req.ip ?? null }),
  )
}

/** Returns the error for a request without an Authorization header, or without a bearer token in it. */
export function withoutToken({ headers }: Pick<Request, 'headers'>): DomainError {
  return new DomainError(headers.authorization ? 'authorization_without_token' : 'not_authenticated')
}

function unauthenticated() {
  return new DomainError('bearer_invalid')
}
