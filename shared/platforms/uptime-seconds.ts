/** Seconds of a unit, by its pattern. A month counts as 30 days. */
const units: readonly [RegExp, number][] = [
  [/(\d+) ?y/i, 365 * 86_400],
  [/(\d+) ?mo/i, 30 * 86_400],
  [/(\d+) ?w/i, 7 * 86_400],
  [/(\d+) ?d/i, 86_400],
  [/(\d+) ?h/i, 3_600],
  [/(\d+) ?m(?!o)/i, 60],
  [/(\d+) ?s/i, 1],
]

/** `12:42`, `12:42:42`, or `4:12:42:42` with days. */
const clockPattern = /(?:(\d+):)?(\d+):(\d\d):(\d\d)|(\d+):(\d\d)/

/**
 * Returns the seconds of an uptime as devices write it, such as `1 year, 2 weeks, 3 days`, `12 days 03:04:05`, `3d4h` or
 * `5:03`; null for another text.
 */
export function uptimeSeconds(text: string): number | null {
  const clock = clockPattern.exec(text)
  const parts = units.map(([pattern, factor]) => factor * Number(pattern.exec(text)?.[1] ?? NaN))
  const known = [...parts, ...(clock ? [clockSeconds(clock)] : [])].filter((part) => !Number.isNaN(part))
  const seconds = known.reduce((sum, part) => sum + part, 0)
  return known.length > 0 && Number.isSafeInteger(seconds) ? seconds : null
}

function clockSeconds([, days, hours, minutes, seconds, shortHours, shortMinutes]: RegExpExecArray): number {
  const count = (digits: string | undefined) => Number(digits ?? 0)
  const whole = count(days) * 86_400 + count(hours) * 3_600 + count(minutes) * 60 + count(seconds)
  return whole + count(shortHours) * 3_600 + count(shortMinutes) * 60
}
