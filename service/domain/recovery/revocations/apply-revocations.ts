import type { SystemContext } from '../../kernel/context.ts'
import { ObjectNotFound, ObjectDamaged } from '../../../objects/object-store.ts'
import { Agent } from '../../../store/models/agent.ts'
import { AgentSession } from '../../../store/models/agent-session.ts'
import { ApiToken } from '../../../store/models/api-token.ts'
import { EnrollmentToken } from '../../../store/models/enrollment-token.ts'
import { Session } from '../../../store/models/session.ts'
import { StoredRole } from '../../../store/models/role.ts'
import { SecondFactor } from '../../../store/models/second-factor.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { User } from '../../../store/models/user.ts'
import { sendSignal } from '../../../store/pg-notify.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { releaseLeases } from '../../jobs/release-leases.ts'
import { dummyHash } from '../../inventory/login/password-hash.ts'
import { limitSessionsWithoutFactor } from '../../inventory/second-factors/required-factor.ts'
import { readRolePermissions } from '../../kernel/role-permissions.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import type { AgentState, FactorState, Revocation, UserState } from '../../inventory/revocations/record-revocations.ts'
import {
  type StoredRevocation,
  listRevocations,
  openRevocation,
} from '../../inventory/revocations/revocation-objects.ts'
import type { RevocationDependencies } from './store-revocations.ts'
import { jobKinds } from '../../jobs/kinds/registry.ts'

/** A subject from which a record in the object store removed access. */
export interface AppliedRevocation {
  kind: Revocation['kind']
  id: string
  /** The e-mail of the user or of the factor's user, the agent's slug, or the token's name. */
  name: string
  taken: ('account' | 'access' | 'role' | 'password' | 'provider' | 'trust' | 'key' | 'token' | 'second_factor')[]
}

export interface AppliedRevocations {
  applied: AppliedRevocation[]
  /** Names of objects that this installation did not seal, or that are damaged. */
  unreadable: string[]
}

/**
 * Applies revocations made after this database was created. It reads the records in the object store that are newer
 * than the database's; they exist only if an older database was restored. It never grants access: where the older
 * database allows less than the record, that remains. It runs at every start and is idempotent.
 * @throws StoreUnreachable
 */
export async function applyRevocations({
  runInSystemTransaction,
  store,
  serviceKeys,
}: RevocationDependencies): Promise<AppliedRevocations> {
  const listed = await listRevocations(store, serviceKeys)
  const known = await runInSystemTransaction(async ({ trx }) => {
    const rows: { kind: string; subject_id: string; recorded_at: Date }[] = await trx('revocations')
    return new Map(rows.map((row) => [`${row.kind} ${row.subject_id}`, row.recorded_at]))
  })
  const result: AppliedRevocations = { applied: [], unreadable: [] }
  for (const records of listed) {
    const [{ kind, id }] = records as [StoredRevocation]
    const at = known.get(`${kind} ${id}`)
    const newer = records.filter(({ recordedAt }) => !at || recordedAt > at)
    const opened = await openNewest({ store, serviceKeys }, newer, result.unreadable)
    const applied =
      opened && (await runInSystemTransaction((context) => apply(context, opened.found, opened.revocation)))
    if (applied) result.applied.push(applied)
  }
  return result
}

/**
 * Returns the newest of a subject's records that can be decrypted: an object that another writer put in front of it has
 * no effect.
 * @param unreadable receives the names of those that cannot be decrypted
 */
async function openNewest(
  { store, serviceKeys }: Pick<RevocationDependencies, 'store' | 'serviceKeys'>,
  records: readonly StoredRevocation[],
  unreadable: string[],
): Promise<{ found: StoredRevocation; revocation: Revocation } | null> {
  for (const found of records) {
    try {
      const revocation = openRevocation(serviceKeys, found, await store.get(found.key))
      if (revocation) return { found, revocation }
    } catch (error) {
      if (error instanceof ObjectNotFound) continue // another replica replaced it after it was listed
      if (!(error instanceof ObjectDamaged)) throw error
    }
    unreadable.push(found.key)
  }
  return null
}

async function apply(
  context: SystemContext,
  { recordedAt }: StoredRevocation,
  revocation: Revocation,
): Promise<AppliedRevocation | null> {
  const { trx, now } = context
  const { kind, id, tenantId, state } = revocation
  if (tenantId !== null && !(await Tenant.query(trx).findById(tenantId))) return null
  const row = { kind, subject_id: id, tenant_id: tenantId, state: JSON.stringify(state), recorded_at: recordedAt }
  const written = await trx('revocations')
    .insert({ ...row, stored_at: now })
    .onConflict(['kind', 'subject_id'])
    .merge()
    .where('revocations.recorded_at', '<', recordedAt) // another replica may have recorded one since the listing
    .returning('kind')
  if (written.length === 0) return null
  const applied = await take(context, recordedAt, revocation)
  if (!applied || applied.taken.length === 0) return null
  const detail = { name: applied.name, taken: applied.taken, recorded_at: recordedAt.toISOString() }
  await recordAudit({ ...serviceActor, tenantId, trx, now }, 'revocation.apply', { kind, id, detail })
  return applied
}

function take(context: SystemContext, recordedAt: Date, revocation: Revocation): Promise<AppliedRevocation | null> {
  if (revocation.kind === 'user') return takeFromUser(context, recordedAt, revocation.id, revocation.state)
  if (revocation.kind === 'agent') return takeFromAgent(context, recordedAt, revocation.id, revocation.state)
  if (revocation.kind === 'second_factor') return takeFactor(context, revocation.id, revocation.state)
  return takeToken(context, revocation.id)
}

/**
 * Removes a factor again. If it was replaced by one that this database does not have, the password alone would suffice:
 * an administrator must then set a new one.
 */
async function takeFactor(
  { trx, now }: SystemContext,
  id: string,
  { userId, remaining }: FactorState,
): Promise<AppliedRevocation | null> {
  const removed = await SecondFactor.query(trx).where({ id, userId }).delete()
  const user = removed > 0 && (await User.query(trx).findById(userId))
  if (!user) return null
  await trx('recovery_codes')
    .where({ user_id: userId })
    .whereNotExists(SecondFactor.query(trx).where({ userId }).toKnexQuery())
    .delete()
  const left = await SecondFactor.query(trx).where({ userId }).whereNotNull('confirmedAt').resultSize()
  const isReplaced = left === 0 && remaining > 0
  if (isReplaced) {
    if (user.passwordHash !== null)
      await User.query(trx).findById(userId).patch({ passwordHash: dummyHash, updatedAt: now })
    await Session.query(trx).where({ userId }).whereNull('revokedAt').patch({ revokedAt: now })
  }
  await limitSessionsWithoutFactor(trx, { userId })
  const taken: AppliedRevocation['taken'] = isReplaced ? ['second_factor', 'password'] : ['second_factor']
  return { kind: 'second_factor', id, name: user.email, taken }
}

async function takeFromUser(
  { trx, now }: SystemContext,
  recordedAt: Date,
  id: string,
  state: UserState,
): Promise<AppliedRevocation | null> {
  const user = await User.query(trx).findById(id).forUpdate()
  if (!user) return null
  if (state.isDeleted) {
    await User.query(trx).deleteById(id)
    return { kind: 'user', id, name: user.email, taken: ['account'] }
  }
  const isRoleGreater = await hasMorePermissions(trx, user, state)
  const isPasswordOld = user.passwordChangedAt.toISOString() !== state.passwordChangedAt
  const isSuspended = state.isSuspended === true && !user.suspendedAt
  const isLinkOld =
    user.providerSubject !== null &&
    state.providerSubject !== undefined &&
    user.providerSubject !== state.providerSubject
  const change = {
    ...(isSuspended && { suspendedAt: recordedAt }),
    ...(isLinkOld && { providerSubject: null }),
    ...(state.isDisabled && !user.disabledAt && { disabledAt: recordedAt }),
    ...(isRoleGreater && { role: state.role, roleId: await findRoleId(trx, state) }),
    ...(isPasswordOld && {
      passwordHash: user.passwordHash && dummyHash,
      passwordChangedAt: new Date(state.passwordChangedAt),
    }),
  }
  await Session.query(trx)
    .where({ userId: id })
    .whereNull('revokedAt')
    .where('createdAt', '<=', recordedAt)
    .patch({ revokedAt: now })
  if (Object.keys(change).length === 0) return null
  await User.query(trx)
    .findById(id)
    .patch({ ...change, updatedAt: now })
  const isDeactivated = change.disabledAt !== undefined
  if (isDeactivated || isRoleGreater || isSuspended || isLinkOld) {
    await takeFromProvider(trx, id, { isDeactivated, isRoleGreater })
  }
  const taken: AppliedRevocation['taken'] = [
    ...(change.disabledAt ? (['access'] as const) : []),
    ...(change.role ? (['role'] as const) : []),
    ...(isPasswordOld ? (['password'] as const) : []),
    ...(isSuspended || isLinkOld ? (['provider'] as const) : []),
  ]
  return { kind: 'user', id, name: user.email, taken }
}

/** Takes what an identity provider would give the user again: groups, which give a role, and the active account. */
async function takeFromProvider(
  trx: ScopedTransaction,
  userId: string,
  { isDeactivated, isRoleGreater }: { isDeactivated: boolean; isRoleGreater: boolean },
): Promise<void> {
  await trx('scim_group_members').where({ user_id: userId }).delete()
  const accounts = () => trx('scim_users').where({ user_id: userId })
  if (isRoleGreater) await accounts().update({ group_role: null, group_role_id: null })
  if (isDeactivated) await accounts().update({ is_active: false })
}

type ActiveState = Extract<UserState, { isDeleted: false }>

async function hasMorePermissions(trx: ScopedTransaction, user: User, state: ActiveState): Promise<boolean> {
  const recorded = { role: state.role, roleId: state.roleId ?? null }
  const [held, kept] = await readRolePermissions(trx, [user, recorded])
  return [...(held ?? [])].some((permission) => !kept?.has(permission))
}

/** A custom role that this database does not have leaves the user without permissions. */
async function findRoleId(trx: ScopedTransaction, { roleId }: ActiveState): Promise<string | null> {
  return (roleId && (await StoredRole.query(trx).findById(roleId))?.id) || null
}

async function takeFromAgent(
  context: SystemContext,
  recordedAt: Date,
  id: string,
  state: AgentState,
): Promise<AppliedRevocation | null> {
  const { trx, now } = context
  const agent = await Agent.query(trx).findById(id).forUpdate()
  if (!agent) return null
  await EnrollmentToken.query(trx)
    .where({ agentId: id })
    .whereNull('spentAt')
    .whereNull('voidedAt')
    .where('createdAt', '<=', recordedAt)
    .patch({ voidedAt: now })
  const isRevoked = state.isRevoked && !agent.revokedAt
  const isKeyOld = agent.publicKey !== null && (agent.enrolledAt?.toISOString() ?? null) !== state.enrolledAt
  if (!isRevoked && !isKeyOld) return null
  await AgentSession.query(trx).where({ agentId: id }).whereNull('endedAt').patch({ endedAt: now })
  await releaseLeases({ ...context, kinds: jobKinds }, agent.tenantId, id, 'unreachable')
  await Agent.query(trx)
    .findById(id)
    .patch({ ...(isRevoked && { revokedAt: recordedAt }), ...(isKeyOld && { publicKey: null }), updatedAt: now })
  await sendSignal(trx, 'agents', id)
  const taken: AppliedRevocation['taken'] = [
    ...(isRevoked ? (['trust'] as const) : []),
    ...(isKeyOld ? (['key'] as const) : []),
  ]
  return { kind: 'agent', id, name: agent.slug, taken }
}

async function takeToken({ trx }: SystemContext, id: string): Promise<AppliedRevocation | null> {
  const token = await ApiToken.query(trx).findById(id)
  if (!token) return null
  await ApiToken.query(trx).deleteById(id)
  return { kind: 'token', id, name: token.name, taken: ['token'] }
}
