/**
 * Returns the instant at which a zone's clock shows `wall` (as if it were UTC). Of two instants it is the first; for a
 * time in a gap, the instant of the change.
 */
export function instantOf(wall: number, timeZone: string): number {
  const before = offsetAt(wall - dayMs, timeZone)
  const behind = offsetAt(wall + dayMs, timeZone)
  if (before === behind) return wall - before
  const fits = [wall - before, wall - behind].filter((instant) => instant + offsetAt(instant, timeZone) === wall)
  return fits.length > 0 ? Math.min(...fits) : changeBetween(wall - dayMs - before, wall + dayMs - behind, timeZone)
}

/** Returns the time on a zone's clock, in milliseconds since 1970 on that clock. */
export function wallClock(instant: Date, timeZone: string): number {
  return instant.getTime() + offsetAt(instant.getTime(), timeZone)
}

/** Returns how far a zone's clock is ahead of UTC at an instant, in milliseconds. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

const dayMs = 86_400_000

/** Returns the first instant of the new offset, to the millisecond. */
function changeBetween(from: number, to: number, timeZone: string): number {
  const old = offsetAt(from, timeZone)
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, timeZone) === old) low = middle
    else high = middle
  }
  return high
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const numeric = 'numeric' as const
    const fields = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric }
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields })
    formats.set(timeZone, format)
  }
  return format
}
