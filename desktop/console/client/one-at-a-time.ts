/** Calls back after some milliseconds; the returned function cancels it. */
export type Later = (work: () => void, ms: number) => () => void

/**
 * Coalesces repeated requests for a piece of work. It starts once requests have settled, never runs twice at the same
 * time, and runs once more if it was requested meanwhile.
 * @param work handles its own failures
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
