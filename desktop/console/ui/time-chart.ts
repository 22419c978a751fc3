/** A value at an instant. */
export interface TimePoint {
  at: Date
  value: number
}

/** Columns in uPlot's format: seconds since 1970, measured values, forecast. */
export type ChartColumns = [at: number[], measured: (number | null)[], expected: (number | null)[]]

/**
 * Joins measured values and forecast on one axis; the forecast starts at the last measured value.
 * @param measured in chronological order
 * @param expected in chronological order, after it
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

/** Returns round numbers of bytes from 0 to `most`, at most five: 0, 5, 10, 15 MiB. */
export function sizeTicks(most: number): number[] {
  if (!(most > 0)) return [0]
  const unit = kilo ** Math.max(0, Math.floor(Math.log(most) / Math.log(kilo)))
  const rough = most / unit / 4
  const step = [0.25, 0.5, 1, 2, 2.5, 5, 10, 20, 25, 50, 100, 200, 250].find((one) => one >= rough) ?? 256
  const count = Math.floor(most / (step * unit))
  return Array.from({ length: count + 1 }, (_, place) => place * step * unit)
}
