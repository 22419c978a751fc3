import type { Role } from '../../../shared/permissions/permissions.ts'
import type { Keyring } from '../../keys/keyring.ts'
import type { ScopedTransaction } from '../../store/scope.ts'

/** Who asks. An agent or the service itself has no role. */
export interface Actor {
  kind: 'user' | 'agent' | 'service'
  id: string | null
  /** The e-mail of a person, `token:<name>`, `agent:<slug>`, `service`. */
  name: string
  role: Role | null
  /** The customer that the actor belongs to; null for platform roles and the service. */
  tenantId: string | null
  /** The session that the request came with. */
  sessionId?: string
  /** Whether the request carried a valid confirmation: its user has just given the password again. */
  isConfirmed?: boolean
  /** The API token that it came with; `id` is then the person's who made it. */
  token?: { id: string; name: string }
}

/** Where a request came from, for the audit log. */
export interface Origin {
  requestId: string | null
  ip: string | null
}

/**
 * One action: who, for which customer, when, in which transaction. `tenantId` is null where a platform role named no
 * customer: the transaction then sees every customer's rows.
 */
export interface ActionContext {
  actor: Actor
  origin: Origin
  tenantId: string | null
  now: Date
  trx: ScopedTransaction
  keys: Keyring
}

/** A call whose customer is known: every write but the platform's own. */
export type TenantContext = ActionContext & { tenantId: string }

/** What the service itself does in a transaction: when, and the transaction. */
export interface SystemContext {
  trx: ScopedTransaction
  now: Date
}

/** Runs one step in a transaction of its own, of the platform scope. */
export type RunInSystemTransaction = <T>(step: (context: SystemContext) => Promise<T>) => Promise<T>

/** Runs SQL in a transaction of one tenant; nothing else happens while it is open. */
export type RunInTransaction = <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>
