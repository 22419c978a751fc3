/** Calls back once some milliseconds are over; what it returns forgets it. */
export type Later = (work: () => void, ms: number) => () => void

/**
 * Work that is asked for more often than it can be done: many askings are one, which begins when they have settled, and
 * what is asked while it is under way is done once more behind it. It is never begun twice at a time, so that what takes
 * longer than the next asking comes to its end.
 * @param work whose failure it shows itself
 */
export function oneAtATime(work: () => unknown, settleMs: number, later: Later = byTimer) {
  let isUnderWay = false
  let isAsked = false
  let isEnded = false
  let forget: (() => void) | undefined

  function ask(): void {
    if (isEnded || forget) return
    if (isUnderWay) isAsked = true
    else forget = later(() => void run(), settleMs)
  }

  async function run(): Promise<void> {
    forget = undefined
    isUnderWay = true
    try {
      await work()
    } finally {
      isUnderWay = false
      if (isAsked) {
        isAsked = false
        ask()
      }
    }
  }

  function end(): void {
    isEnded = true
    forget?.()
  }

  return { ask, end }
}

function byTimer(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
