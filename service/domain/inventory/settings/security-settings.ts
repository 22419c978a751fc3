import { type Role, roles } from '../../../../shared/permissions/permissions.ts'
import { User } from '../../../store/models/user.ts'
import { Setting } from '../../../store/models/setting.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { type SelectableAction, approvalActions } from '../../../../shared/permissions/approval-actions.ts'
import { requireApproval } from '../../approvals/require-approval.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { requireConfirmation } from '../../kernel/require-confirmation.ts'
import { retentionSettings } from '../../policies/platform/platform-policies.ts'
import { type GuardedRule, guardsAfter } from '../../policies/retention/guards.ts'
import { limitSessionsWithoutFactor, requiringRolesKey } from '../second-factors/required-factor.ts'
import { type Delay, type StoredDelay, changedDelay, delayAt } from '../../kernel/delay.ts'

/** Protection against a stolen session or token; changed only by a user who has just confirmed with the password. */
export interface SecuritySettings {
  /** Idle timeout of a session in minutes; null: only its lifetime ends it. */
  sessionIdleMinutes: number | null
  /** Maximum lifetime in days of a new API token without network restrictions; null: as long as any other. */
  tokenDaysWithoutNetworks: number | null
  /** Whether users may keep encrypted copies of configurations on their computers. */
  breakGlassCopies: boolean
  /** Maximum days without contact after which the desktop deletes such a copy. */
  breakGlassDays: number
  /** Roles whose users must have a second factor, in ascending order. */
  secondFactorRoles: Role[]
  /** Actions that a second person must approve. */
  approvalActions: SelectableAction[]
  /** Between the request to destroy keys or delete a tenant and its execution. */
  destructionDelay: Delay
  /** Before a cut of retention applies. */
  retentionCoolingOff: Delay
  /** Minimum that any level of retention may set; null sets none. */
  retentionFloor: GuardedRule
}

/** Delays are changed by their days, the floor by each of its values. */
export type SecurityChange = Partial<
  Pick<SecuritySettings, LimitName | BreakGlassName> & {
    secondFactorRoles: Role[]
    approvalActions: SelectableAction[]
    destructionDelayDays: number
    retentionCoolingOffDays: number
    floorKeepDays: number | null
    floorKeepLast: number | null
  }
>

type LimitName = 'sessionIdleMinutes' | 'tokenDaysWithoutNetworks'
type BreakGlassName = 'breakGlassCopies' | 'breakGlassDays'
type DelayName = 'destructionDelay' | 'retentionCoolingOff'

const keys = {
  sessionIdleMinutes: 'session_idle_minutes', // the lookup of a bearer token reads it by this name
  tokenDaysWithoutNetworks: 'token_days_without_networks',
  breakGlassCopies: 'break_glass_copies',
  breakGlassDays: 'break_glass_days',
  secondFactorRoles: requiringRolesKey,
  approvalActions: 'approval_actions', // the function needs_approval of the database reads it by this name
  destructionDelay: 'destruction_delay',
  retentionCoolingOff: retentionSettings.coolingOff,
  retentionFloor: retentionSettings.floor,
} as const

const usualBreakGlassDays = 7

/** Returns the settings in force at `now`. The transaction has the platform scope. */
export async function readSecuritySettings(trx: ScopedTransaction, now: Date): Promise<SecuritySettings> {
  const rows = await Setting.query(trx).findByIds(Object.values(keys))
  const valueOf = (key: string) => rows.find((row) => row.key === key)?.value
  const numberAt = (key: string) => {
    const value = valueOf(key)
    return typeof value === 'number' ? value : null
  }
  return {
    sessionIdleMinutes: numberAt(keys.sessionIdleMinutes),
    tokenDaysWithoutNetworks: numberAt(keys.tokenDaysWithoutNetworks),
    breakGlassCopies: valueOf(keys.breakGlassCopies) === true,
    breakGlassDays: numberAt(keys.breakGlassDays) ?? usualBreakGlassDays,
    secondFactorRoles: (valueOf(keys.secondFactorRoles) as Role[] | undefined) ?? [],
    approvalActions: (valueOf(keys.approvalActions) as SelectableAction[] | undefined) ?? [],
    destructionDelay: delayAt(valueOf(keys.destructionDelay) as StoredDelay | undefined, now),
    retentionCoolingOff: delayAt(valueOf(keys.retentionCoolingOff) as StoredDelay | undefined, now),
    retentionFloor: (valueOf(keys.retentionFloor) as GuardedRule | undefined) ?? { keepDays: null, keepLast: null },
  }
}

/**
 * Changes the settings that are named and differ.
 * @returns the changed names with their old and new values, for the audit; empty if nothing differs
 * @throws DomainError session_required, confirmation_required, approval_required, approval_not_valid, approvers_missing
 */
export async function updateSecuritySettings(
  context: ActionContext,
  wanted: SecurityChange,
): Promise<ChangedSetting[]> {
  const before = await readSecuritySettings(context.trx, context.now)
  const changed = [
    ...changedLimit('sessionIdleMinutes', before, wanted),
    ...changedLimit('tokenDaysWithoutNetworks', before, wanted),
    ...changedLimit('breakGlassCopies', before, wanted),
    ...changedLimit('breakGlassDays', before, wanted),
    ...changedRoles(before, wanted),
    ...changedApprovals(before, wanted),
    ...changedDelayOf('destructionDelay', before.destructionDelay, wanted.destructionDelayDays, context.now),
    ...changedDelayOf('retentionCoolingOff', before.retentionCoolingOff, wanted.retentionCoolingOffDays, context.now),
    ...changedFloor(before, wanted, context.now),
  ]
  if (changed.length === 0) return []
  requireConfirmation(context)
  await requireApproval(context, 'security_settings')
  if (changed.some(({ key }) => key === keys.approvalActions)) await requireSecondAdministrator(context.trx)
  for (const { key, value } of changed) {
    if (value === null) await Setting.query(context.trx).deleteById(key)
    else await Setting.query(context.trx).insert({ key, value, updatedAt: context.now }).onConflict('key').merge()
  }
  if (changed.some(({ key }) => key === keys.secondFactorRoles)) await limitSessionsWithoutFactor(context.trx)
  return changed
}

/** A row of the settings, and the audit data of its change. */
export interface ChangedSetting {
  key: string
  value: unknown
  before: unknown
  after: unknown
}

function changedLimit(
  name: LimitName | BreakGlassName,
  before: SecuritySettings,
  wanted: SecurityChange,
): ChangedSetting[] {
  const value = wanted[name]
  if (value === undefined || value === before[name]) return []
  return [{ key: keys[name], value, before: before[name], after: value }]
}

function changedRoles(before: SecuritySettings, { secondFactorRoles: wanted }: SecurityChange): ChangedSetting[] {
  if (!wanted) return []
  const value = roles.filter((role) => wanted.includes(role))
  if (value.join() === before.secondFactorRoles.join()) return []
  return [{ key: keys.secondFactorRoles, value, before: before.secondFactorRoles, after: value }]
}

function changedApprovals(before: SecuritySettings, { approvalActions: wanted }: SecurityChange): ChangedSetting[] {
  if (!wanted) return []
  const value = approvalActions.filter((action) => wanted.includes(action))
  if (value.join() === before.approvalActions.join()) return []
  return [{ key: keys.approvalActions, value, before: before.approvalActions, after: value }]
}

/** Without another administrator, nobody could approve, or turn approvals off again. */
async function requireSecondAdministrator(trx: ScopedTransaction): Promise<void> {
  const count = await User.query(trx)
    .where({ role: 'platform_admin', isServiceAccount: false, disabledAt: null })
    .resultSize()
  if (count < 2) throw new DomainError('approvers_missing')
}

function changedDelayOf(name: DelayName, before: Delay, days: number | undefined, now: Date): ChangedSetting[] {
  if (days === undefined || days === (before.next?.days ?? before.days)) return []
  const value = changedDelay(before, days, now)
  return [{ key: keys[name], value, before: before.days, after: value.next ?? value.days }]
}

/** A lower floor applies after the cooling-off, like every cut of retention. */
function changedFloor(before: SecuritySettings, wanted: SecurityChange, now: Date): ChangedSetting[] {
  const { retentionFloor: floor, retentionCoolingOff: coolingOff } = before
  const { floorKeepDays: keepDays = floor.keepDays, floorKeepLast: keepLast = floor.keepLast } = wanted
  if (keepDays === floor.keepDays && keepLast === floor.keepLast) return []
  const rule = { keepDays, keepLast }
  const guards = guardsAfter(floor, rule, now, coolingOff.days)
  const plain = (one: GuardedRule) => ({ keep_days: one.keepDays, keep_last: one.keepLast })
  return [{ key: keys.retentionFloor, value: { ...rule, guards }, before: plain(floor), after: plain(rule) }]
}
