import { type ChaosOptions, type ChaosReport, runChaos } from '../chaos/run-chaos.ts'
import { findGrowth } from './find-growth.ts'

export type SoakOptions = Omit<ChaosOptions, 'jobs' | 'deviceFaults' | 'spared'> & { forMs: number }

/**
 * Runs the chaos of test/chaos for a given time, with devices that fail. One replica and one agent are never killed;
 * their memory and descriptors must not grow.
 */
export async function runSoak(options: SoakOptions, tell: (line: string) => void): Promise<ChaosReport> {
  const report = await runChaos({ ...options, jobs: 1, deviceFaults: 0.05, spared: 1 }, tell)
  return { ...report, broken: [...report.broken, ...findGrowth(report.samples)] }
}
