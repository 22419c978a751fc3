const hourMs = 3_600_000
const dayMs = 24 * hourMs
const periodsMs = { hour: hourMs, day: dayMs, week: 7 * dayMs, month: 30 * dayMs, quarter: 91 * dayMs }

/** How far back a list may go, by the name that the address has for it. */
export type Period = keyof typeof periodsMs

/** So long before `now`; undefined for a word that is no period of this list, which filters nothing then. */
export function sinceOf(word: string, periods: readonly Period[], now: Date): string | undefined {
  const period = periods.find((one) => one === word)
  return period && new Date(now.getTime() - periodsMs[period]).toISOString()
}

/** The local midnight that begins a day `2026-03-01`, or one so many days later; undefined for what is no day. */
export function midnightOf(day: string, later = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (date === undefined) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString()
}
