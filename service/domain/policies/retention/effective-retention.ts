import type { DecidedBy } from '../level.ts'

/** How long versions are kept. Both protect: a version goes when neither keeps it. */
export interface Retention {
  /** Days after a version was last seen on its device. */
  keepDays: number
  /** The newest so many of each lineage, however old. */
  keepLast: number
}

/** What a level says; null inherits, each value apart. */
export type RetentionRule = { [name in keyof Retention]: number | null }

/** What each level says; null where a level says nothing at all. */
export interface RetentionLevels {
  platform: RetentionRule | null
  customer: RetentionRule | null
  device: RetentionRule | null
}

/** Each value with the level that it comes from. */
export type EffectiveRetention = { [name in keyof Retention]: { value: number; decidedBy: DecidedBy } }

const defaultRetention: Retention = { keepDays: 730, keepLast: 30 }

/** The nearest level that names a value decides it: the device's before the customer's before the platform's. */
export function effectiveRetention(levels: RetentionLevels): EffectiveRetention {
  const decide = (name: keyof Retention): { value: number; decidedBy: DecidedBy } => {
    for (const level of ['device', 'customer', 'platform'] as const) {
      const value = levels[level]?.[name] ?? null
      if (value !== null) return { value, decidedBy: level }
    }
    return { value: defaultRetention[name], decidedBy: 'default' }
  }
  return { keepDays: decide('keepDays'), keepLast: decide('keepLast') }
}

/** The values alone. */
export function retentionIn(levels: RetentionLevels): Retention {
  const { keepDays, keepLast } = effectiveRetention(levels)
  return { keepDays: keepDays.value, keepLast: keepLast.value }
}
