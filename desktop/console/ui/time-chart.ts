/** A value at an instant. */
export interface TimePoint {
  at: Date
  value: number
}

/** In columns, as uPlot reads them: seconds since 1970, what was measured, what is expected. */
export type ChartColumns = [at: number[], measured: (number | null)[], expected: (number | null)[]]

/**
 * What was measured and what is expected on one axis; expectation goes on from the last that was measured.
 * @param measured in order of time
 * @param expected in order of time, behind it
 */
export function chartColumns(measured: readonly TimePoint[], expected: readonly TimePoint[]): ChartColumns {
  const last = measured.at(-1)
  const seconds = ({ at }: TimePoint) => at.getTime() / 1000
  const isFollowed = expected.length > 0
  return [
    [...measured, ...expected].map(seconds),
    [...measured.map(({ value }) => value), ...expected.map(() => null)],
    [
      ...measured.map((point) => (isFollowed && point === last ? point.value : null)),
      ...expected.map(({ value }) => value),
    ],
  ]
}

const kilo = 1024

/** Round numbers of bytes from nothing up to `most`, five at most: 0, 5, 10, 15 MiB. */
export function sizeTicks(most: number): number[] {
  if (!(most > 0)) return [0]
  const unit = kilo ** Math.max(0, Math.floor(Math.log(most) / Math.log(kilo)))
  const rough = most / unit / 4
  const step = [0.25, 0.5, 1, 2, 2.5, 5, 10, 20, 25, 50, 100, 200, 250].find((one) => one >= rough) ?? 256
  const count = Math.floor(most / (step * unit))
  return Array.from({ length: count + 1 }, (_, place) => place * step * unit)
}
