import type { SystemContext } from '../../kernel/context.ts'
import type { Agent } from '../../../store/models/agent.ts'
import type { ApiToken } from '../../../store/models/api-token.ts'
import type { SecondFactor } from '../../../store/models/second-factor.ts'
import type { User } from '../../../store/models/user.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'

/** What a user may still do; nothing else is recorded for a deleted user. Times are ISO strings. */
export type UserState =
  | { isDeleted: true }
  | {
      isDeleted: false
      isDisabled: boolean
      role: User['role']
      /** Absent in records of earlier versions. */
      roleId?: string | null
      passwordChangedAt: string
      /** The identity provider no longer accepts the user. Absent in records of earlier versions. */
      isSuspended?: boolean
      /** The user at the identity provider; null without one. Absent in records of earlier versions. */
      providerSubject?: string | null
    }

/** Whether an agent is trusted, and since when it has its current key. */
export interface AgentState {
  isRevoked: boolean
  enrolledAt: string | null
}

/** A revoked token; after `expiresAt` no database can make it valid. */
export interface TokenState {
  expiresAt: string
}

/** A second factor that was removed. */
export interface FactorState {
  userId: string
  /** Factors that the user had left. */
  remaining: number
}

/** State of a subject after a change. The latest record counts. */
export type Revocation = { id: string; tenantId: string | null } & (
  | { kind: 'user'; state: UserState }
  | { kind: 'agent'; state: AgentState }
  | { kind: 'token'; state: TokenState }
  | { kind: 'second_factor'; state: FactorState }
)

export function userRevocation(user: User): Revocation {
  const { id, tenantId, role, roleId, disabledAt, passwordChangedAt, suspendedAt, providerSubject } = user
  const state = {
    isDeleted: false,
    isDisabled: disabledAt !== null,
    role,
    roleId,
    passwordChangedAt: passwordChangedAt.toISOString(),
    isSuspended: suspendedAt !== null,
    providerSubject,
  } as const
  return { kind: 'user', id, tenantId, state }
}

export function agentRevocation({ id, tenantId, revokedAt, enrolledAt }: Agent): Revocation {
  const state = { isRevoked: revokedAt !== null, enrolledAt: enrolledAt?.toISOString() ?? null }
  return { kind: 'agent', id, tenantId, state }
}

export function tokenRevocation({ id, tenantId, expiresAt }: ApiToken): Revocation {
  return { kind: 'token', id, tenantId, state: { expiresAt: expiresAt.toISOString() } }
}

export function factorRevocation({ id, tenantId, userId }: SecondFactor, remaining: number): Revocation {
  return { kind: 'second_factor', id, tenantId, state: { userId, remaining } }
}

const recordedIn = new WeakSet<ScopedTransaction>()

/** Whether the transaction recorded a revocation, which is stored in the object store after the commit. */
export function hasRecorded(trx: ScopedTransaction): boolean {
  return recordedIn.has(trx)
}

/**
 * Records the states in the transaction that changes them. A record's time is always later than that of the previous
 * record, even if the clocks of two replicas differ.
 */
export async function recordRevocations(
  { trx, now }: SystemContext,
  revocations: readonly Revocation[],
): Promise<void> {
  if (revocations.length === 0) return
  const rows = [...revocations]
    .sort((a, b) => (a.id < b.id ? -1 : 1)) // fixed lock order
    .map(({ kind, id, tenantId, state }) => ({
      kind,
      subject_id: id,
      tenant_id: tenantId,
      state: JSON.stringify(state),
      recorded_at: now,
      stored_at: null,
    }))
  await trx('revocations')
    .insert(rows)
    .onConflict(['kind', 'subject_id'])
    .merge({
      state: trx.raw('excluded.state'),
      recorded_at: trx.raw(`greatest(excluded.recorded_at, revocations.recorded_at + interval '1 millisecond')`),
      stored_at: null,
    })
  recordedIn.add(trx)
}
