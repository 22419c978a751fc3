import type { Permission, Role } from '../../../shared/permissions/permissions.ts'
import type { Keyring } from '../../keys/keyring.ts'
import type { ScopedTransaction } from '../../store/scope.ts'

/** The caller. An agent or the service itself has no role. */
export interface Actor {
  kind: 'user' | 'agent' | 'service'
  id: string | null
  /** A user's e-mail, `token:<name>`, `agent:<slug>` or `service`. */
  name: string
  role: Role | null
  /** The stored role of a custom role. */
  roleId?: string
  roleName?: string
  /** Limits to sites and tags, for the caller's scope; absent: none. */
  limits?: string
  /** The only tenants that a caller of the platform sees; absent: all. */
  customers?: readonly string[]
  /** What the caller may do, resolved at authentication; `holds` reads it. Absent for an agent and the service. */
  permissions?: ReadonlySet<Permission>
  /** The tenant that the actor belongs to; null for platform roles and the service. */
  tenantId: string | null
  /** The session of the request. */
  sessionId?: string
  /** Whether the request carried a valid confirmation: the user has just confirmed with the password. */
  isConfirmed?: boolean
  /** The API token of the request; `id` is then that of the user who created it. */
  token?: { id: string; name: string }
  /** The token belongs to a service account, which is no person. */
  isServiceAccount?: true
}

/** Origin of a request, for the audit log. */
export interface Origin {
  requestId: string | null
  ip: string | null
}

/** The approval that a request presents; `requireApproval` checks it. */
export interface PresentedApproval {
  /** Null if the request names none. */
  id: string | null
  /** Returns the SHA-256 of the request's method, path and body. */
  fingerprint(): Buffer
}

/**
 * Context of one action: actor, tenant, time and transaction. `tenantId` is null if a platform role named no tenant:
 * the transaction then sees the rows of all tenants.
 */
export interface ActionContext {
  actor: Actor
  origin: Origin
  tenantId: string | null
  now: Date
  trx: ScopedTransaction
  keys: Keyring
  /** Absent for what no request started. */
  presentedApproval?: PresentedApproval
}

/** An action with a known tenant: every write except those of the platform. */
export type TenantContext = ActionContext & { tenantId: string }

/** Context of an action of the service itself: time and transaction. */
export interface SystemContext {
  trx: ScopedTransaction
  now: Date
}

/** Runs one step in its own transaction of the platform scope. */
export type RunInSystemTransaction = <T>(step: (context: SystemContext) => Promise<T>) => Promise<T>

/**
 * Runs SQL in a transaction of one tenant. `work` must not wait for anything else: the transaction is open meanwhile.
 */
export type RunInTransaction = <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>
