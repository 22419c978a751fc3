const hourMs = 3_600_000
const dayMs = 24 * hourMs
const periodsMs = { hour: hourMs, day: dayMs, week: 7 * dayMs, month: 30 * dayMs, quarter: 91 * dayMs }

/** Names of periods in addresses. */
export type Period = keyof typeof periodsMs

/** Returns the start of a period that ends at `now`; undefined for an unknown one, which does not filter. */
export function sinceOf(word: string, periods: readonly Period[], now: Date): string | undefined {
  const period = periods.find((one) => one === word)
  return period && new Date(now.getTime() - periodsMs[period]).toISOString()
}

/**
 * Returns the local midnight at the start of a day `2026-03-01`, or of one that many days later; undefined for an
 * invalid day.
 */
export function midnightOf(day: string, later = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (date === undefined) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString()
}
