const dayMs = 24 * 3_600_000

/** Periods of the page, and the number of intervals of each. */
export const periods = {
  day: { ms: dayMs, slots: 24 },
  week: { ms: 7 * dayMs, slots: 28 },
  month: { ms: 30 * dayMs, slots: 30 },
  quarter: { ms: 91 * dayMs, slots: 26 },
} as const
export type Period = keyof typeof periods

export function periodOf(name: string): Period {
  return Object.hasOwn(periods, name) ? (name as Period) : 'week'
}
