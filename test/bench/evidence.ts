import { benchLineHistory } from './line-history.ts'

/** Measures what answers questions after a bad change: since when lines exist, and what devices had at a time. */
export async function benchEvidence(small: boolean): Promise<void> {
  await benchLineHistory(small)
}
