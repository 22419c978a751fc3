import { setTimeout as pause } from 'node:timers/promises'

/** Returns the milliseconds of each round, one at a time, after one that is not counted. */
export async function oneByOne(rounds: number, work: () => PromiseLike<unknown>): Promise<number[]> {
  await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now()
    await work()
    times.push(performance.now() - begin)
  }
  return times
}

/**
 * Starts work at a fixed rate, even if the previous work has not ended. Returns the milliseconds from each scheduled
 * start.
 */
export async function atRate(perSecond: number, seconds: number, work: () => PromiseLike<unknown>): Promise<number[]> {
  const times: number[] = []
  const running: Promise<unknown>[] = []
  const begin = performance.now()
  for (let turn = 0; turn < perSecond * seconds; turn += 1) {
    const due = begin + (turn * 1_000) / perSecond
    await pause(Math.max(0, due - performance.now()))
    running.push(Promise.resolve(work()).then(() => times.push(performance.now() - due)))
  }
  await Promise.all(running)
  return times
}

/** The value below which this share of the values lies; NaN for an empty list. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}
