import type { StoredDelay } from '../../kernel/delay.ts'
import type { DecidedBy } from '../level.ts'
import { type Guard, type GuardedRule, type Retention, type RetentionRule, guardsOf } from './guards.ts'

/** What the platform decides: its own level, and what no level may go below. */
export interface PlatformRetention extends GuardedRule {
  /** The least that any level may say; null sets none. */
  floor?: GuardedRule
  /** How long what a change took away counts on. */
  coolingOff?: StoredDelay | undefined
}

/** What each level says; null where a level says nothing at all. */
export interface RetentionLevels {
  platform: PlatformRetention | null
  customer: GuardedRule | null
  device: GuardedRule | null
  /** When: a guard counts until its time. */
  now: Date
}

/** One value with the level that it comes from. */
export interface EffectiveValue {
  value: number
  decidedBy: DecidedBy | 'floor'
  /** A smaller value that has been set and applies from `at`; null where none waits. */
  pending: { value: number; at: Date } | null
}

export type EffectiveRetention = { [name in keyof Retention]: EffectiveValue }

const defaultRetention: Retention = { keepDays: 730, keepLast: 30 }

const order = ['device', 'customer', 'platform'] as const

/**
 * The nearest level that names a value decides it: the device's before the customer's before the platform's, and the floor
 * before all. What a level said before a change counts on as long as its guard does, so that the larger of both holds.
 */
export function effectiveRetention(levels: RetentionLevels): EffectiveRetention {
  return { keepDays: effectiveValue(levels, 'keepDays'), keepLast: effectiveValue(levels, 'keepLast') }
}

/** The values alone. */
export function retentionIn(levels: RetentionLevels): Retention {
  const { keepDays, keepLast } = effectiveRetention(levels)
  return { keepDays: keepDays.value, keepLast: keepLast.value }
}

/**
 * What a level said before its cut that still waits: the value that keeps most, of those that count on. Null where no cut of
 * this level waits. Saying it again withdraws the cut.
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
