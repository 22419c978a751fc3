import { daysAfter } from '../../kernel/delay.ts'

/** How long versions are kept. Both protect: a version goes when neither keeps it. */
export interface Retention {
  /** Days after a version was last seen on its device. */
  keepDays: number
  /** The newest so many of each lineage, however old. */
  keepLast: number
}

/** What a level says; null inherits, each value apart. */
export type RetentionRule = { [name in keyof Retention]: number | null }

/** What a level said of one value before it was changed; it counts on beside the new one until then. */
export interface Guard {
  name: keyof RetentionRule
  /** Null: the level inherited. */
  value: number | null
  /** RFC 3339. */
  until: string
}

/** A rule with what it said before. */
export interface GuardedRule extends RetentionRule {
  guards?: Guard[]
}

/** Of one value, those that still count. */
export function guardsOf(rule: GuardedRule | null, name: keyof RetentionRule, now: Date): Guard[] {
  return (rule?.guards ?? []).filter((guard) => guard.name === name && new Date(guard.until) > now)
}

/**
 * The guards of a rule after a change: those that still count, and one of each value that changes. Of several numbers the
 * largest counts, until the last of them would end.
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
