import type { Actor } from '../../kernel/context.ts'
import { sessionRequired } from '../../kernel/domain-error.ts'
import type { PolicyLevel } from '../level.ts'
import type { Posture } from '../posture/effective-posture.ts'
import type { RestorePolicy } from '../restore/effective-restore.ts'

type Policy = Posture | RestorePolicy

/** The policies of one level; an absent one does not change. */
export interface LevelPolicies {
  trustPosture?: Posture | null
  restorePolicy?: RestorePolicy | null
}

const fieldOf = { trustPosture: 'trust_posture', restorePolicy: 'restore_policy' } as const

/**
 * Returns the fields of the policies that a change would loosen, if an API token makes it. A stolen token could make
 * agents trust any host key at first sight, or open restores and write old configurations to devices.
 */
export function loosenedByToken(
  { token }: Actor,
  level: PolicyLevel,
  before: LevelPolicies,
  change: LevelPolicies,
): (typeof fieldOf)[keyof typeof fieldOf][] {
  if (!token) return []
  return (['trustPosture', 'restorePolicy'] as const)
    .filter((name) => change[name] !== undefined && isLoosened(level, before[name] ?? null, change[name]))
    .map((name) => fieldOf[name])
}

/** @throws DomainError session_required if an API token would loosen a policy */
export function refuseLoosening(actor: Actor, level: PolicyLevel, before: LevelPolicies, change: LevelPolicies): void {
  if (loosenedByToken(actor, level, before, change).length > 0) throw sessionRequired()
}

/** Without a value the platform is closed, and a lower level inherits. A lower level can only close. */
function isLoosened(level: PolicyLevel, before: Policy | null, after: Policy | null): boolean {
  return level === 'platform' ? !isOpen(before) && isOpen(after) : isClosed(before) && !isClosed(after)
}

function isOpen(policy: Policy | null): boolean {
  return policy === 'tofu' || policy === 'allow'
}

function isClosed(policy: Policy | null): boolean {
  return policy === 'strict' || policy === 'deny'
}
