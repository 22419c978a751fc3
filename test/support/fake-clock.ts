import type { JunosClock } from './junos-device.ts'

/** A device's clock that a test advances. */
export interface HandClock extends JunosClock {
  advance(ms: number): void
}

export function handClock(start = new Date('2026-01-10T12:00:00Z')): HandClock {
  let time = start.getTime()
  const due = new Set<{ at: number; event: () => void }>()
  return {
    now: () => new Date(time),
    after(ms, event) {
      const timer = { at: time + ms, event }
      due.add(timer)
      return () => due.delete(timer)
    },
    advance(ms) {
      time += ms
      for (const timer of [...due].sort((a, b) => a.at - b.at)) {
        if (timer.at > time) continue
        due.delete(timer)
        timer.event()
      }
    },
  }
}
