import type { DriverLimits } from '../shared/platforms/platform.ts'
import type { CollectDependencies } from './collect/device-collector.ts'
import type { ExplorationLimits } from './dry-run/explore/dialogue.ts'
import type { MemoryBudget } from './repository/memory-budget.ts'

/** The context of a run. */
export interface RunContext {
  openSsh: CollectDependencies['openSsh']
  memory: MemoryBudget
  /** The service's time, as estimated here. */
  now: () => Date
  /** Aborted with a JobAborted. The run then leaves the device at once. */
  signal: AbortSignal
  /** Called before an irreversible step. From then on the job must not be stopped. */
  onCommitting?: () => void
  /** Called when the device is left and only the result remains to be delivered. */
  onResult?: () => void
  timeouts?: CollectDependencies['timeouts']
  requestLimits?: CollectDependencies['requestLimits']
  cloud?: CollectDependencies['cloud']
  shellLimits?: Partial<DriverLimits>
  explorationLimits?: Partial<ExplorationLimits>
  /** Waits between the two readings of a dry run; default: the timer of the process. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}
