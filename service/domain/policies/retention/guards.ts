import { daysAfter } from '../../kernel/delay.ts'

/** How long versions are kept. A version is deleted only if neither value protects it. */
export interface Retention {
  /** Days since a version was last seen on its device. */
  keepDays: number
  /** Number of newest versions of each lineage that are kept, whatever their age. */
  keepLast: number
}

/** The values of a level; each null value inherits. */
export type RetentionRule = { [name in keyof Retention]: number | null }

/** A former value of a level, which still applies beside the new one until its end. */
export interface Guard {
  name: keyof RetentionRule
  /** Null: the level inherited. */
  value: number | null
  /** RFC 3339. */
  until: string
}

/** A rule with its former values. */
export interface GuardedRule extends RetentionRule {
  guards?: Guard[]
}

/** Returns the guards of one value that are still in force. */
export function guardsOf(rule: GuardedRule | null, name: keyof RetentionRule, now: Date): Guard[] {
  return (rule?.guards ?? []).filter((guard) => guard.name === name && new Date(guard.until) > now)
}

/**
 * Returns the guards of a rule after a change: those still in force, and one for each value that changes. Of several
 * numbers the largest applies, until the latest of their ends.
 */
export function guardsAfter(
  before: GuardedRule | null,
  change: Partial<RetentionRule>,
  now: Date,
  coolingOffDays: number,
): Guard[] {
  const until = daysAfter(now, coolingOffDays).toISOString()
  const guards = (['keepDays', 'keepLast'] as const).flatMap((name) => {
    const known = guardsOf(before, name, now)
    const value = before?.[name] ?? null
    const isChanged = change[name] !== undefined && change[name] !== value
    const all = isChanged ? [...known, { name, value, until }] : known
    const numbers = all.filter((guard) => guard.value !== null)
    return [...merged(numbers), ...merged(all.filter((guard) => guard.value === null))]
  })
  return guards.filter((guard) => new Date(guard.until) > now)
}

function merged(guards: Guard[]): Guard[] {
  const [first] = guards
  if (!first) return []
  const value = first.value === null ? null : Math.max(...guards.map((guard) => guard.value ?? 0))
  const until = guards.map((guard) => guard.until).reduce((a, b) => (a > b ? a : b))
  return [{ name: first.name, value, until }]
}
