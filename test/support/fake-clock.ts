export type ManualClock = ReturnType<typeof manualClock>

/** Returns a device's clock that a test advances. */
export function manualClock(start = new Date('2026-01-10T12:00:00Z')) {
  let time = start.getTime()
  const due = new Set<{ at: number; event: () => void }>()
  return {
    now: () => new Date(time),
    after(ms: number, event: () => void) {
      const timer = { at: time + ms, event }
      due.add(timer)
      return () => void due.delete(timer)
    },
    advance(ms: number) {
      time += ms
      for (const timer of [...due].sort((a, b) => a.at - b.at)) {
        if (timer.at > time) continue
        due.delete(timer)
        timer.event()
      }
    },
  }
}
