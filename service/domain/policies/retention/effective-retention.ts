import type { StoredDelay } from '../../kernel/delay.ts'
import type { DecidedBy } from '../level.ts'
import { type Guard, type GuardedRule, type Retention, type RetentionRule, guardsOf } from './guards.ts'

/** The platform's own level, and the minimum for all levels. */
export interface PlatformRetention extends GuardedRule {
  /** Minimum that any level may set; null sets none. */
  floor?: GuardedRule
  /** Days for which a former, longer value still applies. */
  coolingOff?: StoredDelay | undefined
}

/** The rule of each level; null if a level has none. */
export interface RetentionLevels {
  platform: PlatformRetention | null
  customer: GuardedRule | null
  device: GuardedRule | null
  /** Evaluation time: a guard applies until its end. */
  now: Date
}

/** A value with the level that it comes from. */
export interface EffectiveValue {
  value: number
  decidedBy: DecidedBy | 'floor'
  /** A smaller value that applies from `at`; null if none is pending. */
  pending: { value: number; at: Date } | null
}

export type EffectiveRetention = { [name in keyof Retention]: EffectiveValue }

const defaultRetention: Retention = { keepDays: 730, keepLast: 30 }

const order = ['device', 'customer', 'platform'] as const

/**
 * The nearest level with a value decides: the device before the tenant before the platform; the floor is a minimum for
 * all. A level's former value still applies while its guard lasts, so the larger of both is effective.
 */
export function effectiveRetention(levels: RetentionLevels): EffectiveRetention {
  return { keepDays: effectiveValue(levels, 'keepDays'), keepLast: effectiveValue(levels, 'keepLast') }
}

/** Returns only the effective values. */
export function retentionIn(levels: RetentionLevels): Retention {
  const { keepDays, keepLast } = effectiveRetention(levels)
  return { keepDays: keepDays.value, keepLast: keepLast.value }
}

/**
 * Returns a level's rule before its pending cut: of the guards in force, the value that keeps most. Null if no cut of
 * this level is pending. Setting this rule again withdraws the cut.
 */
export function ruleBeforeCut(levels: RetentionLevels, level: (typeof order)[number]): RetentionRule | null {
  const former = (['keepDays', 'keepLast'] as const).flatMap((name) => {
    const kept = guardsOf(levels[level], name, levels.now)
      .map((guard) => ({ guard, value: decide(withValue(levels, level, guard), name).value }))
      .filter(({ value }) => value > decide(levels, name).value)
    if (kept.length === 0) return []
    return [[name, kept.reduce((a, b) => (b.value > a.value ? b : a)).guard.value] as const]
  })
  if (former.length === 0) return null
  const { keepDays = null, keepLast = null } = levels[level] ?? {}
  return { keepDays, keepLast, ...Object.fromEntries(former) }
}

function effectiveValue(levels: RetentionLevels, name: keyof Retention): EffectiveValue {
  const { now, platform } = levels
  const floor = platform?.floor ?? null
  const stated = atLeast(decide(levels, name), floor?.[name] ?? null)
  const guarded = order.flatMap((level) => {
    return guardsOf(levels[level], name, now).map((guard) => ({
      ...decide(withValue(levels, level, guard), name),
      guard,
    }))
  })
  const guardedFloor = guardsOf(floor, name, now).map((guard) => {
    return { value: guard.value ?? 0, decidedBy: 'floor' as const, guard }
  })
  const above = [...guarded, ...guardedFloor].filter(({ value }) => value > stated.value)
  if (above.length === 0) return { ...stated, pending: null }
  const { value, decidedBy } = above.reduce((a, b) => (b.value > a.value ? b : a))
  const at = new Date(Math.max(...above.map(({ guard }) => Date.parse(guard.until))))
  return { value, decidedBy, pending: { value: stated.value, at } }
}

function decide(levels: RetentionLevels, name: keyof Retention): { value: number; decidedBy: DecidedBy } {
  for (const level of order) {
    const value = levels[level]?.[name] ?? null
    if (value !== null) return { value, decidedBy: level }
  }
  return { value: defaultRetention[name], decidedBy: 'default' }
}

function withValue(levels: RetentionLevels, level: (typeof order)[number], { name, value }: Guard): RetentionLevels {
  return { ...levels, [level]: { keepDays: null, keepLast: null, ...levels[level], [name]: value } }
}

function atLeast(
  decided: { value: number; decidedBy: DecidedBy },
  floor: number | null,
): { value: number; decidedBy: DecidedBy | 'floor' } {
  return floor !== null && floor > decided.value ? { value: floor, decidedBy: 'floor' } : decided
}
